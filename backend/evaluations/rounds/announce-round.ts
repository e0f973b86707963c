import { and, type SQL } from "drizzle-orm";
import { languageOf } from "@/contract/languages";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import type { Round } from "../../editions/rounds";
import { queueMail } from "../../mail/outbox";
import { countLeft } from "../reminders";
import { confirmedJuryOf } from "../round";

/**
 * Queues an email to the jury of an opened round, once per person: the name of the round, the number of projects, and
 * the end date.
 *
 * @param who limits the email to these users of the jury
 */
export async function announceRound(tx: Executor, round: Round, who?: SQL): Promise<void> {
  const { edition, number, names, closesAt } = round;
  if (!names || !closesAt) throw new Error("a later round without names or end");
  for (const user of await tx
    .select()
    .from(users)
    .where(and(confirmedJuryOf(round), who))) {
    await queueMail(tx, {
      template: "round_opened",
      userId: user.id,
      recipient: user.email,
      language: user.language,
      data: {
        first_name: user.firstName,
        round: names[languageOf(user.language)],
        todo: String(await countLeft(tx, round, user)),
        deadline: closesAt.toISOString(),
      },
      expiresAt: closesAt,
      dedupeKey: `round_opened:${edition.year}-${number}:${user.id}`,
    });
  }
}
