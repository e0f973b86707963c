import { and, eq } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluation-work";
import { NO_TERMS } from "@/contract/evaluation/invitation";
import { appendAuditEntry, editionTarget } from "../audit-log/entries";
import type { Executor } from "../db/connect";
import { invitations } from "../db/schema/evaluations";
import { currentEdition, type Edition } from "../editions/edition";
import { firstRound } from "../editions/rounds";
import type { Call } from "../http/serve";
import { findEvaluationRecord, lockOpenWork } from "./closing";
import { requireBeforeEnd, scoringAnswer } from "./edition";

/** Returns the languages, sectors and conflicts that the caller stated for the current edition. */
export async function getMyTerms({
  db,
  caller,
  arrivedAt,
  config,
}: Call<typeof contract.getMyTerms>) {
  const edition = await currentEdition(db, arrivedAt);
  const closed = await findEvaluationRecord(db, firstRound(edition), caller.id);
  const { scoring } = scoringAnswer(firstRound(edition), arrivedAt, config);
  return termsAnswer(db, edition, caller.id, closed === null && scoring !== "over");
}

/**
 * Stores the caller's languages, sectors and conflicts until the evaluation ends. The audit log gets the numbers
 * only, because the texts name organisations. Rule: evaluation.terms.
 */
export function saveMyTerms({
  db,
  caller,
  body,
  arrivedAt,
  config,
}: Call<typeof contract.saveMyTerms>) {
  return db.transaction(async (tx) => {
    const edition = await currentEdition(tx, arrivedAt);
    await lockOpenWork(tx, firstRound(edition), caller.id);
    requireBeforeEnd(firstRound(edition), arrivedAt, config);
    const { languages, sectors, conflicts } = body;
    const stated = { languages, sectors, conflicts };
    // An evaluator added by a command has no invitation. The row then has no `invitedAt`.
    await tx
      .insert(invitations)
      .values({ editionId: edition.id, userId: caller.id, ...stated })
      .onConflictDoUpdate({ target: [invitations.editionId, invitations.userId], set: stated });
    const by = {
      level: "owner",
      actor: "",
      actorId: caller.id,
      reason: "",
      now: arrivedAt,
    } as const;
    await appendAuditEntry(tx, by, {
      act: "evaluation.terms",
      target: { ...editionTarget(edition), user: caller.id },
      data: {
        languages: String(languages.length),
        sectors: String(sectors.length),
        conflicts: String(conflicts.length),
      },
    });
    return termsAnswer(tx, edition, caller.id, true);
  });
}

async function termsAnswer(db: Executor, edition: Edition, userId: string, open: boolean) {
  const [row = NO_TERMS] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.editionId, edition.id), eq(invitations.userId, userId)));
  const { capacity, languages, conflicts } = row;
  return {
    ...{ capacity, languages, conflicts, open },
    sectors: row.sectors as never,
    edition: edition.year,
    until: firstRound(edition).closesAt?.toISOString() ?? null,
  };
}
