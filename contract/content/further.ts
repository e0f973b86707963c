import { CONTENT, type TypeWith, typesWith } from "./content-types";
import { plainSlug, SLUG } from "./slugs";

/** Content item that has an address: its own page or an anchor on a page. */
export type Placed = { type: TypeWith<"root"> | TypeWith<"anchor">; slug: string };

/** Returns the path of a content item's page or anchor, without its language. */
export function pathOfItem({ type, slug }: Placed): string {
  const row = CONTENT[type];
  const start = "root" in row ? `${row.root}/` : `${row.anchor}#`;
  return start + encodeURIComponent(slug);
}

/** Returns the content item at an address without a language prefix, or undefined if no item has the address. */
export function itemAt(address: string): Placed | undefined {
  const starts = [
    ...typesWith("root").map((type) => ({ type, start: `${CONTENT[type].root}/` })),
    ...typesWith("anchor").map((type) => ({ type, start: `${CONTENT[type].anchor}#` })),
  ];
  const found = starts.find(({ start }) => address.startsWith(start));
  const slug = found && plainSlug(address.slice(found.start.length));
  return slug && SLUG.test(slug) ? { type: found.type, slug } : undefined;
}

/** Returns the content items that `meta.further`, the recommended reading, lists as addresses separated by spaces. */
export function readFurther(line: string | undefined): Placed[] {
  return (line ?? "").split(/\s+/).flatMap((address) => itemAt(address) ?? []);
}
