"use client";

import type { EditionDates } from "@/lib/browser/countdown";
import { useCountWords } from "../home/count";
import type { EditionWords } from "../use-edition-messages";

/** Shows the time left in one line, such as "40 days". Screen readers read the sentence about the deadline instead. */
export function CallCount({
  edition,
  dates,
  className,
}: {
  edition: EditionDates;
  dates: EditionWords;
  className?: string | undefined;
}) {
  const [figure, unit] = useCountWords(edition, dates);
  return (
    <p className={className} aria-hidden="true">
      <strong>{figure}</strong> {unit}
    </p>
  );
}
