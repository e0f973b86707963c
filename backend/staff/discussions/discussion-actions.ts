import { and, eq } from "drizzle-orm";
import * as contract from "@/contract/staff/discussion";
import { appendAuditEntry, editionTarget } from "../../audit-log/entries";
import { users } from "../../db/schema/accounts";
import { editions, submissions } from "../../db/schema/applications";
import { contributions } from "../../db/schema/discussion";
import { lockSelection } from "../../editions/edition";
import { findRound, findShownRound } from "../../editions/rounds";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { chairOf, setChair } from "../../evaluations/discussion/members";
import { editionOf } from "../../evaluations/edition";
import { evaluatorsOf } from "../../evaluations/round";
import { fail } from "../../http/failure";
import { readId } from "../../http/parse";
import type { Call } from "../../http/serve";
import { executeAction } from "../execute-action";
import { roundData, roundEffects } from "../shown-round";

/** Appoints the evaluator who writes the discussion summaries of a round. */
export function nameChair(call: Call<typeof contract.nameChair>) {
  const { edition: year, round: number, evaluator } = call.body;
  return executeAction(contract.nameChair, call, async (db, context) => {
    await lockSelection(db, (await editionOf(db, year, context.now)).id);
    const edition = await editionOf(db, year, context.now);
    const round = await findShownRound(db, edition, number, context.now);
    if (!round.discussion) fail("not_found");
    const [chair] = await db
      .select()
      .from(users)
      .where(and(evaluatorsOf(round), eq(users.id, evaluator)));
    if (!chair) return fail("not_found");
    const former = await chairOf(db, round);
    const facts = { name: fullName(chair) };
    if (former === chair.id) {
      const effects = [...roundEffects(round), { name: "discussion_chair", count: 0, facts }];
      return { count: 0, to: [], effects, against: [] };
    }
    const [before] = former ? await db.select().from(users).where(eq(users.id, former)) : [];
    await setChair(db, round, chair.id, context);
    return {
      // The preview's hash includes the previous chair (who writes the summaries). If another staff member has
      // appointed a new chair since the preview, the action stops, so that no staff member replaces the new chair
      // without noticing.
      ...{ count: 1, to: [`${former} ${chair.id}`] },
      effects: [
        ...roundEffects(round),
        { name: "discussion_chair", count: 1, facts },
        ...(before
          ? [{ name: "discussion_chair_before", count: 1, facts: { name: fullName(before) } }]
          : []),
      ],
      against: [],
    };
  });
}

const fullName = ({ firstName, lastName }: typeof users.$inferSelect) => `${firstName} ${lastName}`;

/** Hides a discussion contribution from the evaluators, or shows it again. */
export function hideContribution(call: Call<typeof contract.hideContribution>) {
  const { hidden } = call.body;
  return executeAction(contract.hideContribution, call, async (db, context) => {
    const one = eq(contributions.id, readId(call.params.id));
    const [found] = await db
      .select({ said: contributions, edition: editions, number: submissions.number })
      .from(contributions)
      .innerJoin(editions, eq(editions.id, contributions.editionId))
      .innerJoin(
        submissions,
        and(eq(submissions.projectId, contributions.projectId), submissions.current),
      )
      .where(one)
      .for("update", { of: contributions });
    if (!found) return fail("not_found");
    const { said, edition, number } = found;
    const round = await findRound(db, edition, said.round);
    if (!round) return fail("not_found");
    await requireJuryClosed(db, round);
    const isChanged = (said.hiddenAt !== null) !== hidden;
    if (isChanged) {
      await db
        .update(contributions)
        .set({ hiddenAt: hidden ? context.now : null })
        .where(one);
      await appendAuditEntry(db, context, {
        act: "discussion.hide",
        target: editionTarget(edition),
        data: { ...roundData(round), receipt: number, state: hidden ? "hidden" : "shown" },
      });
    }
    const count = Number(isChanged);
    return {
      ...{ count, to: [`${said.id} ${hidden}`] },
      effects: [{ name: hidden ? "contribution_hidden" : "contribution_shown", count }],
      against: [],
    };
  });
}
