import { CONTENT, type TypeWith, typesWith } from "@/contract/content/content-types";
import { sectionOf } from "./lookup";
import type { PagePath } from "./pages";
import type { Section } from "./sections";

/** Content types whose items have a page of their own. */
export type PagedType = TypeWith<"root">;
export const PAGED_TYPES = typesWith("root");

/** Types whose items have an address: a page of their own, or a place on one. */
export type PlacedType = PagedType | TypeWith<"anchor">;
export const PLACED_TYPES: readonly PlacedType[] = [...PAGED_TYPES, ...typesWith("anchor")];

/** The page that a type's items are below, or shown on. */
export function pageOf(type: PlacedType): PagePath {
  const row = CONTENT[type];
  return "root" in row ? row.root : row.anchor;
}

/** The section a type belongs to; its hue and its covers follow from it. */
export function sectionOfType(type: PlacedType): Section {
  return sectionOf(pageOf(type)) ?? "call";
}

/** The address of an item, without its language. */
export function itemPath(type: PlacedType, slug: string): string {
  return pageOf(type) + ("root" in CONTENT[type] ? "/" : "#") + encodeURIComponent(slug);
}

const ITEM = new RegExp(`^(?:${PAGED_TYPES.map(pageOf).join("|")})/[^/]+`);

/** The URL of the item that a path belongs to, or is below: /evento/due-rive of its calendar. */
export function itemAbove(path: string): string | undefined {
  return ITEM.exec(path)?.[0];
}

/** Whether a path may be the address of an item. */
export function isItem(path: string): boolean {
  return itemAbove(path) === path;
}
