import { connect } from "node:net";
import { sql } from "drizzle-orm";
import type { BackendConfig } from "../config";
import type { Database } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { isPaused } from "./mail-state";

type Tools = { db: Database; config: Pick<BackendConfig, "SMTP_URL"> };

/** Minutes after which a due but unsent mail means that sending mail does not work. */
const OVERDUE = 10;

/** Throws unless the mail server accepts connections and no mail in the outbox is long overdue. */
export async function mailWorks({ db, config }: Tools, patience: number): Promise<void> {
  const { hostname, port, protocol } = new URL(config.SMTP_URL);
  await reach(
    hostname.replace(/^\[|\]$/g, ""),
    Number(port) || (protocol === "smtps:" ? 465 : 587),
    patience,
  );
  const { rows } = await db.execute(
    sql`select 1 from ${outbox} where sent_at is null and failed_at is null
        and created_at < now() - ${`${OVERDUE} minutes`}::interval
        and next_attempt_at < now() and not ${isPaused} limit 1`,
  );
  if (rows.length > 0) throw new Error("emails are overdue");
}

function reach(host: string, port: number, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout });
    const end = (settle: () => void) => () => {
      socket.destroy();
      settle();
    };
    socket.once("connect", end(resolve));
    socket.once(
      "timeout",
      end(() => reject(new Error("no answer"))),
    );
    socket.once(
      "error",
      end(() => reject(new Error("refused"))),
    );
  });
}
