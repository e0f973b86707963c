/** A problem in a content file. Lines count from 1. */
export type Problem = { message: string; line?: number | undefined };

/** The error about a content file that the site cannot read, with all problems that were found. */
export class WrongFile extends Error {
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[], options?: ErrorOptions) {
    super(`${file}: ${problems.map(({ message }) => message).join("; ")}`, options);
    this.problems = problems;
  }
}

/** A mistake in the Markdown of a content file. `quote` is the wrong part of the text. */
export class WrongText extends Error {
  readonly quote: string;

  constructor(message: string, quote: string) {
    super(message);
    this.quote = quote;
  }
}

/** Returns the line at an offset of a text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
