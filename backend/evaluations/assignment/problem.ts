/* Input of the assignment: the projects that each evaluator can read, and the current readings. */

export type Evaluator = {
  id: string;
  /** Maximum number of readings; null for no maximum. */
  capacity: number | null;
  /** Preferred sectors. If empty, the evaluator has no preference. */
  sectors: readonly string[];
  /** True if the evaluator has closed the evaluation. Such an evaluator gets no further readings. */
  closed: boolean;
};

export type Candidate = {
  id: string;
  sector: string;
  /** Evaluators who cannot read the project: by rule, by their own statement, or because of a recusal. */
  out: readonly string[];
  /** Evaluators with a valid reading in progress or done. These readings stay, even if the evaluator has left. */
  begun: readonly string[];
  /** Evaluators that the current plan assigns to the project. */
  assigned: readonly string[];
};

export type Problem = {
  /** Wanted number of readings per project. */
  readings: number;
  seed: number;
  judges: readonly Evaluator[];
  projects: readonly Candidate[];
};

/** Readers of each project, including evaluators who have begun. */
export type Readers = Record<string, readonly string[]>;

/**
 * Reports whether an evaluator can be given a project. Returns false if the evaluator has already begun the
 * project.
 */
export function mayRead({ id, closed }: Evaluator, { out, begun }: Candidate): boolean {
  return !closed && !out.includes(id) && !begun.includes(id);
}
