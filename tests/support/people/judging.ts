/*
 * Calculates the ranking in a second, independent way (docs/decisions/0008). Tests compare pages and files with the
 * results of this calculation.
 */

export type Five = readonly [number, number, number, number, number];

/**
 * Returns a project's total, at most 100. Each criterion has up to ten points, weighted with 30, 20, 20, 15, and 15
 * percent.
 */
export function totalOf([impact, utility, feasibility, scalability, innovation]: Five): number {
  return 3 * impact + 2 * utility + 2 * feasibility + 1.5 * scalability + 1.5 * innovation;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  );
}

export type Judged = {
  name: string;
  mean: number | null;
  spread: number | null;
  evaluators: number;
  calibrated: number | null;
  rank: number | null;
  calibratedRank: number | null;
};

/** Returns a value's rank: one plus the number of better values. Null for a missing value. */
function rankOf(value: number | null, all: readonly (number | null)[]): number | null {
  if (value === null) return null;
  return 1 + all.filter((other) => other !== null && other > value + 1e-9).length;
}

/** Returns the ranking of the projects by name. Each evaluator must have scored at least five projects. */
export function judge(names: readonly string[], panels: readonly Map<string, Five>[]): Judged[] {
  const everything = panels.flatMap((panel) => [...panel.values()].map(totalOf));
  const [middle, width] = [meanOf(everything), deviationOf(everything)];
  const rows = names.map((name) => {
    const own = panels.flatMap((panel) => {
      const five = panel.get(name);
      if (!five) return [];
      const totals = [...panel.values()].map(totalOf);
      const z = (totalOf(five) - meanOf(totals)) / deviationOf(totals);
      return [{ total: totalOf(five), calibrated: middle + z * width }];
    });
    const totals = own.map(({ total }) => total);
    return {
      name,
      mean: own.length > 0 ? meanOf(totals) : null,
      spread: own.length > 1 ? deviationOf(totals) : null,
      evaluators: own.length,
      calibrated: own.length > 0 ? meanOf(own.map(({ calibrated }) => calibrated)) : null,
    };
  });
  return rows.map((row) => ({
    ...row,
    rank: rankOf(
      row.mean,
      rows.map(({ mean }) => mean),
    ),
    calibratedRank: rankOf(
      row.calibrated,
      rows.map(({ calibrated }) => calibrated),
    ),
  }));
}
