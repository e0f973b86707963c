import type { ContentType } from "@/contract/content";
import type { Section } from "./sections";

/** Content types whose items have a page of their own. */
export type PagedType = Extract<ContentType, "posts" | "stories" | "courses" | "events">;

const ROOT: Record<PagedType, string> = {
  posts: "/magazine",
  stories: "/storie",
  courses: "/corso",
  events: "/evento",
};

/** The section a type belongs to; its hue and its covers follow from it. */
export const ITEM_SECTION: Record<PagedType, Section> = {
  posts: "magazine",
  stories: "community",
  courses: "academy",
  events: "community",
};

/** The address of an item's page, without its language. */
export function itemPath(type: PagedType, slug: string): string {
  return `${ROOT[type]}/${slug}`;
}
