/**
 * The programme's English names. Screen readers pronounce these names correctly only if their language is marked (WCAG
 * 3.1.2). Loanwords such as "startup" need no language mark.
 */
const NAMES =
  /(call for ideas|Process Transformation\s\/\s+Sustainable retail|Sustainable retail)/i;

/** Renders a text in which the programme's English names are marked as English. */
export function EnglishNames({ text }: { text: string }) {
  // `split` with a capturing group puts the matched names at the odd indexes of its result.
  return text.split(NAMES).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text can contain a name twice
      <span key={place} lang="en">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
