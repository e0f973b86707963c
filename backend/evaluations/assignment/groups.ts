import {
  type Candidate,
  type Evaluator,
  isForeign,
  keptReaders,
  mayRead,
  type Problem,
} from "./problem.ts";
import { seeded, shuffled } from "./seeded.ts";

/** A group of projects with the same sector, language, possible evaluators, and number of missing evaluators. */
export type Group = {
  projects: Candidate[];
  sector: string;
  /** Number of evaluators that each project of the group still needs. */
  need: number;
  /**
   * Evaluators who can get projects of the group. `assigned` is true if the current plan already gives the projects to
   * the evaluator. `foreign` is true if the evaluator does not read the language.
   */
  judges: { judge: number; assigned: boolean; foreign: boolean }[];
};

/**
 * An evaluator, with the number of projects that the evaluator keeps in every reading plan (`begun` in total, `begunIn`
 * per sector). The evaluator keeps a project after beginning its evaluation, or if staff assigned it by hand. `room` is
 * the number of additional projects that the evaluator can get.
 */
export type Seat = Evaluator & { begun: number; begunIn: Map<string, number>; room: number };

/**
 * Returns the evaluators, and the groups of projects that lack evaluators, both in random order. The same random seed
 * gives the same order.
 */
export function groupsOf({ judges: evaluators, projects, readings, seed }: Problem) {
  const random = seeded(seed);
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  const all = shuffled(projects.toSorted(byId), random);
  const seats: Seat[] = shuffled(evaluators.toSorted(byId), random).map((evaluator) => {
    const begunIn = new Map<string, number>();
    let begun = 0;
    for (const project of all) {
      if (!keptReaders(project).includes(evaluator.id)) continue;
      begun += 1;
      begunIn.set(project.sector, (begunIn.get(project.sector) ?? 0) + 1);
    }
    const most = evaluator.capacity ?? projects.length;
    return { ...evaluator, begun, begunIn, room: evaluator.closed ? 0 : Math.max(0, most - begun) };
  });
  const groups = new Map<string, Group>();
  for (const project of all) {
    const need = readings - keptReaders(project).length;
    if (need <= 0) continue;
    const allowed = seats.flatMap((seat, evaluator) =>
      seat.room > 0 && mayRead(seat, project)
        ? [
            {
              judge: evaluator,
              assigned: project.assigned.includes(seat.id),
              foreign: isForeign(seat, project),
            },
          ]
        : [],
    );
    const key = `${project.sector} ${project.language} ${need} ${allowed
      .map(({ judge: evaluator, assigned }) => (assigned ? `${evaluator}!` : evaluator))
      .join()}`;
    const group = groups.get(key) ?? {
      projects: [],
      sector: project.sector,
      need,
      judges: allowed,
    };
    group.projects.push(project);
    groups.set(key, group);
  }
  return { seats, groups: [...groups.values()], random };
}
