import type { getMatrix as contract } from "@/contract/staff/matrix";
import { findCurrentEdition } from "../../editions/edition";
import type { Call } from "../../http/serve";
import { roundAsked, stripAnswer } from "../shown-round";
import { readCells, readProjects, readSides, toProjects, withCounts } from "./read-matrix";

/**
 * Returns the assignment matrix: all evaluators, one page of projects, and the state of each pair. Never includes
 * scores.
 */
export async function getMatrix({ db, query, arrivedAt: now }: Call<typeof contract>) {
  const round = await roundAsked(db, query, now);
  const { edition } = round;
  const current = await findCurrentEdition(db, now);
  const { page, per_page: size, proposal, ...filter } = query;
  const sides = await readSides(db, round, proposal);
  const found = await readProjects(db, round, sides, {
    filter,
    from: (page - 1) * size,
    size,
  });
  const projects = toProjects(found.page ?? []);
  const evaluators = withCounts(sides, found.counts, found.total);
  return {
    edition: edition.year,
    ...(await stripAnswer(db, round, now)),
    current: edition.id === current?.id,
    wanted: sides.wanted,
    planned: sides.plan !== null,
    evaluators,
    projects,
    cells: await readCells(db, round, sides, projects),
    total: found.total,
    found: found.found,
    pages: Math.ceil(found.found / size),
    sums: {
      given: evaluators.reduce((sum, { given }) => sum + given, 0),
      done: evaluators.reduce((sum, { done }) => sum + done, 0),
      begun: evaluators.reduce((sum, { begun }) => sum + begun, 0),
      few: found.few,
    },
  };
}
