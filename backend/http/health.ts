import { access, constants, mkdir, statfs } from "node:fs/promises";
import { connect } from "node:net";
import { sql } from "drizzle-orm";
import type { Health } from "@/contract/service";
import { outbox } from "../db/schema/mail";
import type { Dependencies } from "../dependencies";
import { PRIVATE_HEADERS } from "./failure";

/** Milliseconds each part may take to say that it is there. */
const PATIENCE = 1_500;
/** Below this many free bytes uploads are refused (backend/files/tus.ts). */
const FREE_RESERVE = 256 * 1024 * 1024;
/** A mail that should have left this long ago, in minutes, says that mail does not work. */
const OVERDUE = 10;

/** Milliseconds an answer is given again: whoever asks often learns nothing more, and costs nothing. */
const KEEP = 2_000;
/** Seconds after which a load balancer may ask again. */
const RETRY_AFTER = 5;

/** Answers GET /wp-json/health: 503 while the database is down, else 200, even without mail or disk. */
export function createHealth(tools: Tools): () => Promise<Response> {
  let last: { at: number; health: Promise<Health> } | undefined;
  return async function health() {
    const at = tools.now().getTime();
    if (!last || Math.abs(at - last.at) > KEEP) last = { at, health: readHealth(tools) };
    const told = await last.health;
    const isDown = told.status === "down";
    return Response.json(told, {
      status: isDown ? 503 : 200,
      headers: { ...PRIVATE_HEADERS, ...(isDown && { "Retry-After": String(RETRY_AFTER) }) },
    });
  };
}

type State = Health["database"];
type Tools = Pick<Dependencies, "db" | "config" | "now">;

/** The states of what the back end stands on. Never why: that is in the log, not for everybody. */
async function readHealth(tools: Tools): Promise<Health> {
  const [database, mail, disk] = await Promise.all([
    stateOf(() => tools.db.execute(sql`select 1`)),
    stateOf(() => mailWorks(tools)),
    stateOf(() => diskWorks(tools)),
  ]);
  const isWhole = [database, mail, disk].every((state) => state === "up");
  return {
    status: database === "down" ? "down" : isWhole ? "ok" : "degraded",
    database,
    mail,
    disk,
  };
}

async function stateOf(look: () => Promise<unknown>): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), PATIENCE);
  });
  try {
    await Promise.race([look(), late]);
    return "up";
  } catch {
    return "down";
  } finally {
    clearTimeout(timer);
  }
}

/** The mail server takes connections, and nothing has been waiting for it for long. */
async function mailWorks({ db, config }: Tools): Promise<void> {
  const { hostname, port, protocol } = new URL(config.SMTP_URL);
  await reach(
    hostname.replace(/^\[|\]$/g, ""),
    Number(port) || (protocol === "smtps:" ? 465 : 587),
  );
  const { rows } = await db.execute(
    sql`select 1 from ${outbox} where sent_at is null and failed_at is null
        and created_at < now() - ${`${OVERDUE} minutes`}::interval
        and next_attempt_at < now() limit 1`,
  );
  if (rows.length > 0) throw new Error("mails are waiting");
}

function reach(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: PATIENCE });
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

async function diskWorks({ config: { FILES_DIR } }: Tools): Promise<void> {
  await mkdir(FILES_DIR, { recursive: true, mode: 0o700 });
  await access(FILES_DIR, constants.W_OK);
  const { bavail, bsize } = await statfs(FILES_DIR);
  if (bavail * bsize < FREE_RESERVE) throw new Error("nearly full");
}
