/* What is to be decided when readings are handed out: who may read what, and what is so already. */

export type Judge = {
  id: string;
  /** The most that they want to read; null: as much as everybody. */
  capacity: number | null;
  /** The sectors they would rather read; none: any. */
  sectors: readonly string[];
  /** What is closed takes nothing more. */
  closed: boolean;
};

export type Candidate = {
  id: string;
  sector: string;
  /** Who may not read it: by rule, by their own word, or because they have stepped back. */
  out: readonly string[];
  /** Whose reading has begun and counts: it stays, also of somebody who is no longer there. */
  begun: readonly string[];
  /** Who is to read it by the plan that holds now. */
  assigned: readonly string[];
};

export type Problem = {
  /** How many are to read each project. */
  readings: number;
  seed: number;
  judges: readonly Judge[];
  projects: readonly Candidate[];
};

/** Who reads what: the readers of each project, those who have begun among them. */
export type Readers = Record<string, readonly string[]>;

/** Whether somebody may be given a project; whoever has begun it has it already. */
export function mayRead({ id, closed }: Judge, { out, begun }: Candidate): boolean {
  return !closed && !out.includes(id) && !begun.includes(id);
}
