import { readYes } from "../run/read";
import type { Option } from "../run/verb";

/**
 * Options for a round's feedback and discussions. For the first round, the commands that create or change an edition
 * accept these options, because the edition stores the first round's settings.
 */
export const FEEDBACK_OPTIONS = {
  feedback: { value: "yes|no", says: "whether the jury writes to applicants" },
  band: { value: "yes|no", says: "whether applicants learn their position around the median" },
  discussion: { value: "yes|no", says: "whether the jury discusses projects after closing" },
} satisfies Record<string, Option>;

/** Parses the options for feedback and discussions. A missing option is undefined. */
export function readFeedback(option: (name: string) => string | undefined) {
  const given = (name: keyof typeof FEEDBACK_OPTIONS) => readYes(option(name), `--${name}`);
  return { feedback: given("feedback"), band: given("band"), discussion: given("discussion") };
}
