import { CONTENT, type TypeWith, typesWith } from "@/contract/content/content-types";
import { pathOfItem } from "@/contract/content/further";
import { sectionOf } from "./lookup";
import type { PagePath } from "./pages";
import type { Section } from "./sections";

/** Content types whose items each have a page. */
export type PagedType = TypeWith<"root">;
export const PAGED_TYPES = typesWith("root");

/** Content types whose items have a URL: a page per item, or an anchor on a shared page. */
export type PlacedType = PagedType | TypeWith<"anchor">;
export const PLACED_TYPES: readonly PlacedType[] = [...PAGED_TYPES, ...typesWith("anchor")];

/** Returns the page that shows all items of a content type, or below which each item has its own page. */
export function pageOf(type: PlacedType): PagePath {
  const row = CONTENT[type];
  return "root" in row ? row.root : row.anchor;
}

/** Returns the site's section for a content type. The section determines colour and covers. */
export function sectionOfType(type: PlacedType): Section {
  return sectionOf(pageOf(type)) ?? "call";
}

/** Returns the path of a content item's page or anchor, without its language. */
export function itemPath(type: PlacedType, slug: string): string {
  return pathOfItem({ type, slug });
}

const ITEM = new RegExp(`^(?:${PAGED_TYPES.map(pageOf).join("|")})/[^/]+`);

/**
 * Returns the path of the content item that a path belongs to, such as /evento/due-rive for the event's calendar file.
 */
export function itemAbove(path: string): string | undefined {
  return ITEM.exec(path)?.[0];
}

/** Reports whether a path has the form of a content item's path. */
export function isItem(path: string): boolean {
  return itemAbove(path) === path;
}
