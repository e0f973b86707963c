import type { EditionDates } from "@/lib/browser/countdown";
import type { EditionWords } from "../../use-edition-messages";

/** Configuration values that the server passes to the header as props. */
export interface HeaderFacts {
  name: string;
  /** Name of the corporate group, without the word "group". */
  group: string;
  mail: string;
  policyHref: string;
  edition: EditionDates;
  dates: EditionWords;
}
