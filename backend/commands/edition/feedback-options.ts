import { readYes } from "../run/read";
import type { Option } from "../run/verb";

/**
 * Command options for the feedback and the discussions of a round. For the first round, they are options of the
 * edition.
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
