import { findingText, type Told } from "@/contract/content/editor-messages";

/** A problem in a content file. Lines count from 1. */
export type Problem = Told & { line?: number | undefined };

/**
 * The error about a content file that the site cannot use, with all problems that were found. Its message is English.
 */
export class WrongFile extends Error {
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[], options?: ErrorOptions) {
    super(`${file}: ${problems.map((problem) => findingText(problem, "en")).join("; ")}`, options);
    this.problems = problems;
  }
}

/** A mistake in the Markdown of a content file. `quote` is the wrong part of the text. */
export class WrongText extends Error {
  readonly problem: Told;
  readonly quote: string;

  constructor(problem: Told, quote: string) {
    super(findingText(problem, "en"));
    this.problem = problem;
    this.quote = quote;
  }
}

/** Returns the problem of a file that cannot be read for a reason that is not in its text. */
export function unreadable(error: unknown): Told {
  const { code, name } = error as NodeJS.ErrnoException;
  if (code === "EISDIR") return { rule: "file_folder" };
  return { rule: "file_failed", values: { reason: code ?? name } };
}

/** Returns the line at an offset of a text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
