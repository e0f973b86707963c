import { slugOf } from "@/contract/fold";
import { plainText } from "./html";

/** Words a person reads in a minute. */
const WORDS_PER_MINUTE = 200;

export type Heading = { id: string; text: string };
export type Outline = { html: string; headings: Heading[]; minutes: number };

/**
 * Prepares a sanitised text for a page: its h2 get ids to link to, tables a box to
 * scroll in.
 *
 * @param html what `cleanHtml` let through
 * @param tableLabel names the nth table for screen readers
 */
export function outlineOf(html: string, tableLabel: (nth: number) => string): Outline {
  const headings: Heading[] = [];
  // The page's own ids.
  const used = new Set(["main"]);
  const withIds = html.replaceAll(
    /<h2((?:\s[^>]*)?)>(.*?)<\/h2>/gs,
    (_, attributes: string, inner: string) => {
      const text = plainText(inner);
      const id = freeId(
        /\sid="([^"]+)"/.exec(attributes)?.[1] ?? (slugOf(text) || "section"),
        used,
      );
      if (text) headings.push({ id, text });
      return `<h2${attributes.replace(/\sid="[^"]*"/, "")} id="${id}">${inner}</h2>`;
    },
  );
  let tables = 0;
  const withTables = withIds
    // A corner without text is not a heading of anything.
    .replaceAll(/<th[^>]*>\s*<\/th>/g, "<td></td>")
    .replaceAll(/<thead[^>]*>.*?<\/thead>/gs, (head) =>
      head.replaceAll(/<th(?![^>]*\sscope=)(?=[\s>])/g, '<th scope="col"'),
    )
    .replaceAll(/<th(?![^>]*\sscope=)(?=[\s>])/g, '<th scope="row"')
    .replaceAll("<table", () => {
      tables++;
      const label = tableLabel(tables).replaceAll(/[&<>"]/g, "");
      return `<section data-table tabindex="0" aria-label="${label}"><table`;
    })
    .replaceAll("</table>", "</table></section>");
  const words = plainText(html).split(" ").filter(Boolean).length;
  return {
    html: withTables,
    headings,
    minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)),
  };
}

function freeId(wanted: string, used: Set<string>): string {
  let id = wanted;
  for (let n = 2; used.has(id); n++) id = `${wanted}-${n}`;
  used.add(id);
  return id;
}
