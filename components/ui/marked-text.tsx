import { Fragment } from "react";

/** Renders the parts of a text. Each part that matches a search is marked. The text is never parsed as HTML. */
export function MarkedText({
  parts,
  className,
}: {
  parts: readonly { text: string; hit: boolean }[];
  className: string | undefined;
}) {
  const at = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { text }) => sum + text.length, 0),
  );
  return parts.map(({ text, hit }, index) =>
    hit ? (
      <mark key={at[index]} className={className}>
        {text}
      </mark>
    ) : (
      <Fragment key={at[index]}>{text}</Fragment>
    ),
  );
}
