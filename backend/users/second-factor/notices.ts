import { eq } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { type QueuedMail, queueMail } from "../../mail/outbox";

type Notice =
  | "app_added"
  | "app_removed"
  | "recovery_codes_renewed"
  | "recovery_code_used"
  | "codes_tried"
  | "factor_reset_asked"
  | "factor_reset_done";

/** Mails the owner of an account about a change of the second factor. */
export async function tellOwner(
  tx: Executor,
  template: Notice,
  userId: string,
  at: Date,
  { data = {}, ...more }: Pick<QueuedMail, "data" | "dedupeKey"> = {},
): Promise<void> {
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  if (!owner) return;
  await queueMail(tx, {
    ...more,
    template,
    userId,
    recipient: owner.email,
    language: owner.language,
    data: { first_name: owner.firstName, at: at.toISOString(), ...data },
  });
}
