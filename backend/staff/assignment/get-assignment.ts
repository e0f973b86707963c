import type { getAssignment as contract, Proposal } from "@/contract/staff/assignment";
import { readTogether } from "../../db/connect";
import { findCurrentEdition } from "../../editions/edition";
import { findProposal } from "../../evaluations/assignment/propose";
import { changesOf, heldOf, settled, shapeOf } from "../../evaluations/assignment/shape";
import { countWorld, readWorld, type World } from "../../evaluations/assignment/world";
import { findAssignment } from "../../evaluations/scope";
import type { Call } from "../../http/serve";
import { roundAsked, stripAnswer } from "../shown-round";

/**
 * Returns how many projects each evaluator reads in a round, in the current reading plan and in the last proposal.
 * Never includes scores.
 */
export async function getAssignment({ db, query, arrivedAt: now }: Call<typeof contract>) {
  const round = await roundAsked(db, query, now);
  const { edition } = round;
  const current = await findCurrentEdition(db, now);
  const plan = await findAssignment(db, round);
  const found = await findProposal(db, round);
  // Without a reading plan and without a finished proposal, the response needs only the numbers of projects and
  // evaluators. Do not load the pairs of project and evaluator.
  const [world, strip] = await readTogether(db, [
    () => (plan || found?.readers ? readWorld(db, round) : null),
    () => stripAnswer(db, round, now),
  ]);
  const { projects, evaluators, closed } = world ? sizeOf(world) : await countWorld(db, round);
  return {
    edition: edition.year,
    ...strip,
    current: edition.id === current?.id,
    ...{ projects, evaluators, closed },
    wanted: round.readings ?? edition.readings,
    plan:
      plan && world
        ? {
            readings: plan.readings,
            since: plan.since.toISOString(),
            shape: shapeOf(settled(heldOf(world), world), plan.readings, world),
          }
        : null,
    proposal: found && proposalOf(found, world),
  };
}

const sizeOf = ({ projects, judges }: World) => ({
  projects: projects.length,
  evaluators: judges.length,
  closed: judges.filter(({ closed }) => closed).length,
});

type Found = NonNullable<Awaited<ReturnType<typeof findProposal>>>;

function proposalOf(
  { id, readings, seed, state, readers, askedAt, doneAt }: Found,
  world: World | null,
): Proposal {
  const after = readers && world ? settled(readers, world) : null;
  const changes = after && world ? changesOf(after, world) : null;
  return {
    ...{ id, readings, seed, state },
    asked_at: askedAt.toISOString(),
    done_at: doneAt?.toISOString() ?? null,
    shape: after && world ? shapeOf(after, readings, world) : null,
    changes: changes && {
      ...{ added: changes.added, removed: changes.removed, kept: changes.kept },
      evaluators: changes.evaluators.map(({ added, removed, ...one }) => ({
        ...{ ...one, added: added.length, removed: removed.length },
      })),
    },
  };
}
