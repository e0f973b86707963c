import * as contract from "@/contract/staff/selection";
import { appendAuditEntry, editionTarget } from "../../audit-log/entries";
import { rankingOpenings } from "../../db/schema/evaluations";
import { findRound } from "../../editions/rounds";
import { rankingAccess } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { executeAction, type Outcome } from "../execute-action";

/**
 * Opens the ranking of a round to staff before all evaluators have closed their evaluation. Refuses if too few
 * evaluators have closed their evaluation.
 */
export function openRankingEarly(call: Call<typeof contract.openRankingEarly>) {
  return executeAction(contract.openRankingEarly, call, async (db, context): Promise<Outcome> => {
    const edition = await editionOf(db, call.body.edition, context.now);
    const round = (await findRound(db, edition, call.body.round ?? 1)) ?? fail("not_found");
    const { all, closed, isOpen } = await rankingAccess(db, round);
    const isTooFew = closed < contract.CLOSED_BEFORE_OPENING;
    if (isOpen || isTooFew) {
      const facts = { needed: String(contract.CLOSED_BEFORE_OPENING), closed: String(closed) };
      const against = isOpen
        ? { name: "already_open", count: 0 }
        : { name: "too_few_closed", count: 0, facts };
      return { count: 0, to: [edition.id], effects: [], against: [against] };
    }
    await db.insert(rankingOpenings).values({
      ...{ editionId: edition.id, round: round.number, at: context.now },
    });
    await appendAuditEntry(db, context, {
      act: "evaluation.open-early",
      target: editionTarget(edition),
      ...(round.number > 1 && { data: { round: String(round.number) } }),
    });
    return {
      count: 1,
      to: [edition.id],
      effects: [
        { name: "opened_early", count: all - closed },
        { name: "opening_for_ever", count: 0 },
      ],
    };
  });
}
