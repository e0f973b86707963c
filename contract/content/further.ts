import { CONTENT, type TypeWith, typesWith } from "./content-types";
import { plainSlug, SLUG } from "./slugs";

/** An item that has an address: a page of its own, or a place on one. */
export type Placed = { type: TypeWith<"root"> | TypeWith<"anchor">; slug: string };

/** The item that an address names, without its language; undefined where it can name none. */
export function itemAt(address: string): Placed | undefined {
  const starts = [
    ...typesWith("root").map((type) => ({ type, start: `${CONTENT[type].root}/` })),
    ...typesWith("anchor").map((type) => ({ type, start: `${CONTENT[type].anchor}#` })),
  ];
  const found = starts.find(({ start }) => address.startsWith(start));
  const slug = found && plainSlug(address.slice(found.start.length));
  return slug && SLUG.test(slug) ? { type: found.type, slug } : undefined;
}

/** The items that a text sends its readers on to: `meta.further`, addresses with spaces between. */
export function readFurther(line: string | undefined): Placed[] {
  return (line ?? "").split(/\s+/).flatMap((address) => itemAt(address) ?? []);
}
