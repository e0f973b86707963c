import type { getAssignment as contract, Proposal } from "@/contract/staff/assignment";
import type { Executor } from "../../db/connect";
import { findCurrentEdition } from "../../editions/edition";
import { firstRoundKey } from "../../editions/rounds";
import { findProposal } from "../../evaluations/assignment/propose";
import { changesOf, heldOf, settled, shapeOf } from "../../evaluations/assignment/shape";
import { readWorld, type World } from "../../evaluations/assignment/world";
import { editionOf } from "../../evaluations/edition";
import { findAssignment } from "../../evaluations/scope";
import type { Call } from "../../http/serve";

/**
 * Returns the number of readings per evaluator in an edition, for the current reading plan and the last
 * proposal. Never includes scores.
 */
export async function getAssignment({ db, query, arrivedAt: now }: Call<typeof contract>) {
  const edition = await editionOf(db, query.edition, now);
  const current = await findCurrentEdition(db, now);
  const plan = await findAssignment(db, firstRoundKey(edition.id));
  const world = await readWorld(db, firstRoundKey(edition.id));
  return {
    edition: edition.year,
    current: edition.id === current?.id,
    projects: world.projects.length,
    evaluators: world.judges.length,
    closed: world.judges.filter(({ closed }) => closed).length,
    wanted: edition.readings,
    plan: plan && {
      readings: plan.readings,
      since: plan.since.toISOString(),
      shape: shapeOf(settled(heldOf(world), world), plan.readings, world),
    },
    proposal: await proposalOf(db, edition.id, world),
  };
}

async function proposalOf(db: Executor, editionId: string, world: World): Promise<Proposal | null> {
  const found = await findProposal(db, firstRoundKey(editionId));
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
