/* Input of the assignment: the projects that each evaluator can read, and the current readings. */

export type Evaluator = {
  id: string;
  /** Maximum number of readings; null for no maximum. */
  capacity: number | null;
  /** Preferred sectors. If empty, the evaluator has no preference. */
  sectors: readonly string[];
  /** Languages that the evaluator reads. If empty, the evaluator reads all. */
  languages: readonly string[];
  /** True if the evaluator has closed the evaluation. Such an evaluator gets no further readings. */
  closed: boolean;
};

export type Candidate = {
  id: string;
  sector: string;
  /** Language of the application: the language in which its owner uses the site. */
  language: string;
  /** Evaluators who cannot read the project: by rule, by their own statement, or because of a recusal. */
  out: readonly string[];
  /** Evaluators with a valid reading in progress or done. These readings stay, even if the evaluator has left. */
  begun: readonly string[];
  /** Evaluators who have the project from staff, by hand, and can read it. These readings stay too. */
  fixed: readonly string[];
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
 * Reports whether an evaluator can be given a project. Returns false if the evaluator already has the project, begun or by
 * hand.
 */
export function mayRead({ id, closed }: Evaluator, { out, begun, fixed }: Candidate): boolean {
  return !closed && !out.includes(id) && !begun.includes(id) && !fixed.includes(id);
}

/** Returns the readers that every plan keeps: with a begun reading, or chosen by hand. */
export function keptReaders({ begun, fixed }: Pick<Candidate, "begun" | "fixed">): string[] {
  return [...new Set([...begun, ...fixed])];
}

/** Reports whether an application is in a language that the evaluator does not read. */
export function isForeign(
  { languages }: Pick<Evaluator, "languages">,
  { language }: Pick<Candidate, "language">,
): boolean {
  return languages.length > 0 && !languages.includes(language);
}
