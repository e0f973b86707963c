/*
 * Input of the assignment of projects to evaluators: the projects that each evaluator can evaluate, and the current
 * assignments.
 */

export type Evaluator = {
  id: string;
  /** Maximum number of projects for the evaluator. Null means no maximum. */
  capacity: number | null;
  /** Sectors that the evaluator prefers. Empty means no preference. */
  sectors: readonly string[];
  /** Languages that the evaluator reads. Empty means all languages. */
  languages: readonly string[];
  /**
   * True if the evaluator has closed their evaluation. The evaluator then gets no more projects.
   */
  closed: boolean;
};

export type Candidate = {
  id: string;
  sector: string;
  /** Language of the application: the language in which the applicant uses the site. */
  language: string;
  /**
   * Evaluators who cannot evaluate the project: by a rule, by a stated conflict of interest, or because of a recusal.
   */
  out: readonly string[];
  /**
   * Evaluators whose evaluation of the project is valid and begun or complete. These assignments stay, even if the
   * evaluator has left the jury.
   */
  begun: readonly string[];
  /**
   * Evaluators who got the project from staff by hand and can evaluate it. Every plan keeps these assignments.
   */
  fixed: readonly string[];
  /** Evaluators that the current reading plan assigns to the project. */
  assigned: readonly string[];
};

export type Problem = {
  /** Wanted number of evaluators per project. */
  readings: number;
  seed: number;
  judges: readonly Evaluator[];
  projects: readonly Candidate[];
};

/** Evaluators of each project, by project id. The lists include evaluators who have begun their evaluation. */
export type Readers = Record<string, readonly string[]>;

/**
 * Reports whether a reading plan can assign a project to an evaluator. Returns false if the evaluator already has the
 * project.
 */
export function mayRead({ id, closed }: Evaluator, { out, begun, fixed }: Candidate): boolean {
  return !closed && !out.includes(id) && !begun.includes(id) && !fixed.includes(id);
}

/**
 * Returns the evaluators of a project that every reading plan keeps: the evaluation is begun, or staff chose the
 * evaluator by hand.
 */
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
