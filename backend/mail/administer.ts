import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { cleanEmail } from "@/contract/clean-text";
import { romeTime } from "@/contract/deadline";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { fillMail, renderMail } from "./render";
import { sendAgain } from "./send-again";
import { isTemplate } from "./words";

/** More rows than anybody reads. */
const LIST_MAX = 500;

/** The outbox, newest first, as the operator's list shows it: subjects, no texts. */
export async function listMails(
  db: Executor,
  config: BackendConfig,
  { address, failed }: { address?: string; failed: boolean },
): Promise<string[][]> {
  const rows = await db
    .select()
    .from(outbox)
    .where(
      and(
        address ? eq(outbox.recipient, cleanEmail(address).toLowerCase()) : undefined,
        failed ? isNotNull(outbox.failedAt) : undefined,
      ),
    )
    .orderBy(desc(outbox.createdAt))
    .limit(LIST_MAX);
  return rows.map((row) => [
    row.id,
    romeTime(row.createdAt),
    row.recipient,
    row.template,
    subjectOf(row, config, row.sentAt ?? new Date()) ?? "–",
    row.sentAt ? `sent ${romeTime(row.sentAt)}` : row.failedAt ? "failed" : "waiting",
    String(row.attempts),
    row.lastError ?? "",
  ]);
}

type Mail = Pick<typeof outbox.$inferSelect, "template" | "language" | "data">;

/**
 * A mail as its reader sees it, but for the secret of its link, which is nobody else's; null for a template that
 * this version no longer knows.
 */
export function readMail({ template, language, data }: Mail, config: BackendConfig, now: Date) {
  if (!isTemplate(template)) return null;
  const harmless = data.token === undefined ? data : { ...data, token: "…" };
  return renderMail({ template, language, data: harmless }, config, now);
}

/** Its subject alone, for lists: laying out the whole of each takes as long as reading it from the database. */
export function subjectOf(mail: Mail, config: BackendConfig, now: Date): string | null {
  const { template, language, data } = mail;
  return isTemplate(template) ? fillMail({ template, language, data }, config, now).subject : null;
}

/** One mail of the outbox by its id; undefined when there is none. */
export async function findMail(db: Executor, id: string) {
  const [mail] = await db.select().from(outbox).where(isMail(id));
  return mail;
}

/** Compared as text: what is not an id matches nothing, and is no error. */
export const isMail = (id: string) => sql`${outbox.id}::text = ${id.toLowerCase()}`;

/** Makes a waiting or failed mail due now, with its attempts reset; false when there is none. */
export async function retryMail(db: Executor, id: string, now: Date): Promise<boolean> {
  const [done] = await sendAgain(db, isMail(id), { now, taken: false });
  return done !== undefined && "how" in done;
}
