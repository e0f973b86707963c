import type { ModelData } from "highs";
import type { Group, Seat } from "./groups.ts";

/*
 * Models the assignment of projects to evaluators as a minimum-cost flow: from the groups of projects through the
 * sectors of each evaluator to the evaluators. Such a model has only integer solutions.
 *
 * The costs set these priorities:
 * 1. the highest possible number of assignments
 * 2. the most even number of projects per evaluator
 * 3. the fewest projects in a language that the evaluator does not read
 * 4. the fewest changes to the current plan
 * 5. an even mixture of sectors
 */

/**
 * Cost of assigning a project to an evaluator who does not have the project in the current reading plan. Higher than
 * every sector cost, because few changes have priority over an even mixture of sectors.
 */
const CHANGE = 8;
/**
 * Costs of the first, second, … project above an evaluator's even share of a sector. Every project after the fifth has
 * the last cost.
 */
const BEYOND = [1, 2, 3, 4, 5] as const;
/**
 * Cost of assigning a project from a sector that the evaluator did not choose. Applies only to evaluators who chose
 * sectors.
 */
const UNNAMED = 6;
/**
 * Cost of assigning a project in a language that the evaluator does not read. Higher than `CHANGE` and `UNNAMED`
 * together, because the language has priority over few changes and over an even mixture of sectors.
 */
const FOREIGN = CHANGE + UNNAMED + 1;
/**
 * Upper limit of the language, change, and sector costs that moving one project can save. The model calculates the cost
 * of an uneven distribution from this limit, so that an even distribution always has priority.
 */
const TASTE = 2 * (CHANGE + UNNAMED + FOREIGN);

type Column = { cost: number; most: number; rows: [row: number, value: number][] };

/**
 * Returns the number of projects that each evaluator with enough capacity would get if there were no conflicts of
 * interest.
 */
export function levelOf(groups: readonly Group[], seats: readonly Seat[]): number {
  const wanted = groups.reduce((sum, { need, projects }) => sum + need * projects.length, 0);
  const taken = (level: number) =>
    seats.reduce((sum, { begun, room }) => sum + Math.max(0, Math.min(room, level - begun)), 0);
  const most = seats.reduce((high, { begun, room }) => Math.max(high, begun + room), 0);
  let level = 0;
  while (level < most && taken(level) < wanted) level += 1;
  return level;
}

/**
 * Builds the flow model of an assignment. The first columns of the model are the numbers of projects per group and
 * evaluator, in the order of the groups.
 *
 * @param level number of projects per evaluator in an even distribution
 * @param half the model has a separate cost for each number of projects between `level - half` and `level + half`
 */
export function modelOf(
  groups: readonly Group[],
  seats: readonly Seat[],
  { level, half }: { level: number; half: number },
): ModelData {
  const sectors = [...new Set(groups.map(({ sector }) => sector))].sort();
  const sectorRow = (evaluator: number, sector: string) =>
    groups.length + evaluator * sectors.length + sectors.indexOf(sector);
  const loadRow = (evaluator: number) => groups.length + seats.length * sectors.length + evaluator;
  const numRows = groups.length + seats.length * (sectors.length + 1);
  const base = Math.max(0, level - half);
  const even = TASTE * seats.length + 1;
  const missing = even * (2 * half + 2);
  const isChange = groups.some(({ judges: evaluators }) =>
    evaluators.some(({ assigned }) => assigned),
  );

  const columns: Column[] = groups.flatMap(({ judges: evaluators, projects, sector }, group) =>
    evaluators.map(({ judge: evaluator, assigned, foreign }) => ({
      cost: (isChange && !assigned ? CHANGE : 0) + (foreign ? FOREIGN : 0),
      most: projects.length,
      rows: [
        [group, 1],
        [sectorRow(evaluator, sector), 1],
      ],
    })),
  );
  groups.forEach(({ need, projects }, group) => {
    for (let lacking = 1; lacking <= need; lacking += 1) {
      columns.push({ cost: missing * lacking, most: projects.length, rows: [[group, 1]] });
    }
  });
  const shares = sharesOf(groups, sectors);
  seats.forEach((seat, evaluator) => {
    const load = Math.min(Math.max(level, seat.begun), seat.begun + seat.room);
    for (const sector of sectors) {
      const rows: Column["rows"] = [
        [sectorRow(evaluator, sector), -1],
        [loadRow(evaluator), 1],
      ];
      const share = shareFor(seat, sector, shares);
      if (share === null) {
        columns.push({ cost: UNNAMED, most: seat.room, rows });
        continue;
      }
      const free = Math.floor(load * share - (seat.begunIn.get(sector) ?? 0));
      columns.push({ cost: 0, most: Math.max(0, free), rows });
      for (const cost of BEYOND) {
        columns.push({ cost, most: cost === BEYOND.length ? seat.room : 1, rows });
      }
    }
    const rows: Column["rows"] = [[loadRow(evaluator), -1]];
    const below = Math.min(seat.room, Math.max(0, base - seat.begun));
    columns.push({ cost: 0, most: below, rows });
    const last = Math.min(seat.room, base + 2 * half - seat.begun);
    for (let own = below + 1; own <= last; own += 1) {
      columns.push({ cost: even * (seat.begun + own - base), most: 1, rows });
    }
    const above = seat.room - Math.max(below, last);
    columns.push({ cost: even * (2 * half + 1), most: above, rows });
  });
  const needs = groups.map(({ need, projects }) => need * projects.length);
  return packed(
    columns,
    Array.from({ length: numRows }, (_, row) => needs[row] ?? 0),
  );
}

/** Returns the number of missing assignments per sector. */
function sharesOf(groups: readonly Group[], sectors: readonly string[]): Map<string, number> {
  const shares = new Map(sectors.map((sector) => [sector, 0]));
  for (const { sector, need, projects } of groups) {
    shares.set(sector, (shares.get(sector) ?? 0) + need * projects.length);
  }
  return shares;
}

/**
 * Returns a sector's share of an evaluator's projects in an even mixture. The mixture contains only sectors that the
 * evaluator chose, or all sectors if no project to assign belongs to the chosen sectors. Returns null for a sector
 * outside the mixture.
 */
function shareFor(seat: Seat, sector: string, shares: Map<string, number>): number | null {
  const named = seat.sectors.filter((one) => shares.has(one));
  const own = named.length > 0 ? named : [...shares.keys()];
  if (!own.includes(sector)) return null;
  const all = own.reduce((sum, one) => sum + (shares.get(one) ?? 0), 0);
  return (shares.get(sector) ?? 0) / all;
}

function packed(columns: readonly Column[], rows: readonly number[]): ModelData {
  const entries = columns.flatMap((column) => column.rows);
  const starts = new Int32Array(columns.length + 1);
  columns.forEach((column, at) => {
    starts[at + 1] = (starts[at] ?? 0) + column.rows.length;
  });
  const bounds = Float64Array.from(rows);
  return {
    numCols: columns.length,
    numRows: rows.length,
    colCost: Float64Array.from(columns, ({ cost }) => cost),
    colLower: new Float64Array(columns.length),
    colUpper: Float64Array.from(columns, ({ most }) => most),
    rowLower: bounds,
    rowUpper: bounds,
    matrix: {
      format: "csc",
      numRows: rows.length,
      numCols: columns.length,
      starts,
      indices: Int32Array.from(entries, ([row]) => row),
      values: Float64Array.from(entries, ([, value]) => value),
    },
  };
}
