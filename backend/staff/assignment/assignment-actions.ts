import * as contract from "@/contract/staff/assignment";
import type { Effect } from "@/contract/staff/preview";
import { appendAuditEntry, editionTarget } from "../../audit-log/entries";
import { fixedReadings } from "../../db/schema/assignment";
import {
  deleteReadingPlan,
  lockAssignment,
  storeReadingPlan,
} from "../../evaluations/assignment/apply";
import { askForProposal, findProposal, makeProposals } from "../../evaluations/assignment/propose";
import { changesOf, heldOf, settled, shapeOf } from "../../evaluations/assignment/shape";
import { readWorld } from "../../evaluations/assignment/world";
import { fixedIn } from "../../evaluations/round";
import { findAssignment, readingsWanted } from "../../evaluations/scope";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { executeAction } from "../execute-action";
import { requireChangeable, roundActedOn, roundData, roundEffects } from "../shown-round";
import { planChanges, queueReadingMails } from "./reading-mails";

/**
 * Requests a proposal for the reading plan, which assigns projects to evaluators. A background task creates the
 * proposal. If this process ends, another instance continues.
 */
export async function proposeAssignment({
  db,
  log,
  body,
  arrivedAt: now,
}: Call<typeof contract.proposeAssignment>) {
  const asked = await askForProposal(db, await roundActedOn(db, body, now), { ...body, now });
  void makeProposals({ db, log }, now).catch((err) =>
    log.error({ err }, "a proposal was not made"),
  );
  return asked;
}

/**
 * Applies a proposal as the reading plan, which assigns projects to evaluators. Removes assignments that are no longer
 * possible and keeps the ones that evaluators have begun. With `notify`, queues one email for each affected evaluator.
 */
export function applyAssignment(call: Call<typeof contract.applyAssignment>) {
  return executeAction(contract.applyAssignment, call, async (tx, context) => {
    const round = await roundActedOn(tx, call.body, context.now);
    const { edition } = round;
    requireChangeable(round);
    await lockAssignment(tx, round);
    const proposal = await findProposal(tx, round);
    if (!proposal?.readers || proposal.id !== call.body.proposal) return fail("not_found");
    const { readings } = proposal;
    const world = await readWorld(tx, round);
    const readers = settled(proposal.readers, world);
    const changes = changesOf(readers, world);
    const { short, loads, fixed } = shapeOf(readers, readings, world);
    const before = await readingsWanted(tx, round);
    const [least, most] = [loads[0]?.load ?? 0, loads.at(-1)?.load ?? 0];
    if (call.body.notify) await queueReadingMails(tx, round, planChanges(readers, world));
    await storeReadingPlan(tx, round, { readings, readers, now: context.now });
    await appendAuditEntry(tx, context, {
      act: "assignment.apply",
      target: editionTarget(edition),
      data: {
        readings: String(readings),
        added: String(changes.added),
        removed: String(changes.removed),
        ...roundData(round),
      },
    });
    const open = world.judges.filter(({ closed }) => !closed).length;
    const effects: Effect[] = [
      ...roundEffects(round),
      ...(world.isPlanned ? [] : [{ name: "not_everything", count: open }]),
      ...changeEffects(changes),
      ...(before === readings
        ? []
        : [{ name: "readings_wanted", count: readings, facts: { before: String(before) } }]),
      ...(fixed > 0 ? [{ name: "readings_fixed", count: fixed }] : []),
      {
        name: "projects_short",
        count: short.few + short.conflicts + short.capacity + short.since,
      },
      {
        name: "loads",
        count: world.judges.length,
        facts: { least: String(least), most: String(most), apart: String(most - least) },
      },
    ];
    return { count: changes.added + changes.removed, to: pairsIn(changes), effects };
  });
}

type Changes = ReturnType<typeof changesOf>;

/**
 * Returns the effects of changed project assignments for the preview: the totals, the number of evaluators who get no
 * email, and each evaluator's changes.
 */
function changeEffects({ evaluators, added, removed, kept, left }: Changes): Effect[] {
  const changed = evaluators.filter((one) => one.added.length + one.removed.length > 0);
  const unread = changed.reduce((sum, one) => sum + (one.closed ? one.removed.length : 0), 0);
  const same = evaluators.length - changed.length;
  return [
    { name: "readings_added", count: added },
    { name: "readings_removed", count: removed },
    { name: "readings_kept", count: kept },
    ...(unread > 0 ? [{ name: "closed_unread", count: unread }] : []),
    ...(left > 0 ? [{ name: "left_unread", count: left }] : []),
    ...changed.map((one) => ({
      name: "evaluator_readings",
      count: one.kept + one.added.length,
      facts: {
        who: one.name,
        added: String(one.added.length),
        removed: String(one.removed.length),
        kept: String(one.kept),
      },
    })),
    ...(same > 0 ? [{ name: "evaluators_same", count: same }] : []),
  ];
}

/**
 * Returns the added and removed pairs of evaluator and project, for the preview's hash. A changed hash stops the
 * action.
 */
const pairsIn = ({ evaluators }: Changes) =>
  evaluators.flatMap(({ id, added, removed }) => [
    ...added.map((project) => `${project} ${id}`),
    ...removed.map((project) => `-${project} ${id}`),
  ]);

/** Ends the reading plan, so that all evaluators can read all projects. Existing evaluations stay. */
export function endAssignment(call: Call<typeof contract.endAssignment>) {
  return executeAction(contract.endAssignment, call, async (tx, context) => {
    const round = await roundActedOn(tx, call.body, context.now);
    const { edition } = round;
    requireChangeable(round);
    await lockAssignment(tx, round);
    if (!(await findAssignment(tx, round))) return { count: 0, to: [], effects: [] };
    const world = await readWorld(tx, round);
    const held = settled(heldOf(world), world);
    const count = Object.values(held).flat().length;
    const open = world.judges.filter(({ closed }) => !closed).length;
    const changes = changesOf(heldOf({ ...world, isPlanned: false }), world, held);
    const byHand = await tx.$count(fixedReadings, fixedIn(round));
    await deleteReadingPlan(tx, round);
    await appendAuditEntry(tx, context, {
      act: "assignment.end",
      target: editionTarget(edition),
      data: { removed: String(count), ...roundData(round) },
    });
    return {
      count,
      to: [`${edition.id} ${round.number}`],
      effects: [
        ...roundEffects(round),
        { name: "everything", count: open },
        { name: "readings_free", count },
        ...changeEffects(changes),
        ...(byHand > 0 ? [{ name: "fixed_forgotten", count: byHand }] : []),
      ],
    };
  });
}
