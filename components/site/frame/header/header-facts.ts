import type { EditionDates } from "@/lib/browser/countdown";
import type { EditionWords } from "../../use-edition-words";

/** The configuration values the header shows; they come from the server as props. */
export interface HeaderFacts {
  name: string;
  mail: string;
  policyHref: string;
  edition: EditionDates;
  dates: EditionWords;
}
