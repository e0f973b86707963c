/**
 * The programme's English names, which screen readers pronounce only with their language (WCAG 3.1.2). Loanwords such as
 * "startup" need no mark.
 */
const NAMES =
  /(call for ideas|Process Transformation\s\/\s+Sustainable retail|Sustainable retail)/i;

/** Renders a text in which the programme's English names are marked as English. */
export function EnglishNames({ text }: { text: string }) {
  // The names are at the odd places of the list.
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
