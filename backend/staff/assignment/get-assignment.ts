import type { getAssignment as contract, Proposal } from "@/contract/staff/assignment";
import type { Executor } from "../../db/connect";
import { findCurrentEdition } from "../../editions/edition";
import type { Round } from "../../editions/rounds";
import { findProposal } from "../../evaluations/assignment/propose";
import { changesOf, heldOf, settled, shapeOf } from "../../evaluations/assignment/shape";
import { readWorld, type World } from "../../evaluations/assignment/world";
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
  const world = await readWorld(db, round);
  return {
    edition: edition.year,
    ...(await stripAnswer(db, round, now)),
    current: edition.id === current?.id,
    projects: world.projects.length,
    evaluators: world.judges.length,
    closed: world.judges.filter(({ closed }) => closed).length,
    wanted: round.readings ?? edition.readings,
    plan: plan && {
      readings: plan.readings,
      since: plan.since.toISOString(),
      shape: shapeOf(settled(heldOf(world), world), plan.readings, world),
    },
    proposal: await proposalOf(db, round, world),
  };
}

async function proposalOf(db: Executor, round: Round, world: World): Promise<Proposal | null> {
  const found = await findProposal(db, round);
  if (!found) return null;
  const { id, readings, seed, state, readers, askedAt, doneAt } = found;
  const after = readers && settled(readers, world);
  const changes = after && changesOf(after, world);
  return {
    ...{ id, readings, seed, state },
    asked_at: askedAt.toISOString(),
    done_at: doneAt?.toISOString() ?? null,
    shape: after && shapeOf(after, readings, world),
    changes: changes && {
      ...{ added: changes.added, removed: changes.removed, kept: changes.kept },
      evaluators: changes.evaluators.map(({ added, removed, ...one }) => ({
        ...{ ...one, added: added.length, removed: removed.length },
      })),
    },
  };
}
