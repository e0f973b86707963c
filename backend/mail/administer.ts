import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { romeTime } from "@/contract/deadline";
import { cleanEmail } from "@/contract/text/clean-text";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { isTemplate } from "./messages";
import { fillMail, renderMail } from "./render";
import { sendAgain } from "./send-again";

/** Maximum number of mails in the operator's list: more mails than an operator reads. */
const LIST_MAX = 500;

/** Returns the mails of the outbox for the operator's list, newest first, with subjects but without texts. */
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
 * Renders a mail as its recipient sees it, but without the secret in its link. Null for a template that this version
 * does not know.
 */
export function readMail({ template, language, data }: Mail, config: BackendConfig, now: Date) {
  if (!isTemplate(template)) return null;
  const harmless = data.token === undefined ? data : { ...data, token: "…" };
  return renderMail({ template, language, data: harmless }, config, now);
}

/**
 * Returns the subject of a mail for lists, without rendering the complete mail, because rendering would double the
 * time.
 */
export function subjectOf(mail: Mail, config: BackendConfig, now: Date): string | null {
  const { template, language, data } = mail;
  return isTemplate(template) ? fillMail({ template, language, data }, config, now).subject : null;
}

/** Returns a mail of the outbox by its id. Undefined if the mail does not exist. */
export async function findMail(db: Executor, id: string) {
  const [mail] = await db.select().from(outbox).where(isMail(id));
  return mail;
}

/**
 * Returns the SQL condition for the id of a mail. Compares ids as texts, so that an invalid id matches no mail instead
 * of throwing.
 */
export const isMail = (id: string) => sql`${outbox.id}::text = ${id.toLowerCase()}`;

/**
 * Schedules a waiting or failed mail for immediate sending and resets its attempts. Returns false if there is no such
 * mail.
 */
export async function retryMail(db: Executor, id: string, now: Date): Promise<boolean> {
  const [done] = await sendAgain(db, isMail(id), { now, taken: false });
  return done !== undefined && "how" in done;
}
