import { and, eq, isNotNull, or } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";

/**
 * Returns timeline events for the emails about an application, from the outbox. An email appears once the mail
 * server accepted it or once it was given up. `kind` is the template.
 */
export async function mailEvents(db: Executor, { id }: { id: string }) {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.projectId, id), or(isNotNull(outbox.sentAt), isNotNull(outbox.failedAt))));
  return rows.flatMap(({ sentAt, failedAt, template: kind, data }) => {
    const at = sentAt ?? failedAt;
    if (!at) return [];
    const type = sentAt ? ("mail_sent" as const) : ("mail_failed" as const);
    return [{ at, type, data: { kind, ...(data.number && { number: data.number }) } }];
  });
}
