import { SECTION_PATH } from "@/lib/routes/lookup";
import { type PagePath, SEARCH_PATH } from "@/lib/routes/pages";
import { SECTIONS, type Section } from "@/lib/routes/sections";

/**
 * The six site sections in the menu from top to bottom. `rise` is a section's position on a rising curve: 0 at the
 * bottom, 1 at the top.
 */
export const MENU_SECTIONS: { section: Section; href: string; rise: number }[] = SECTIONS.map(
  (section, index) => {
    const t = 1 - index / (SECTIONS.length - 1);
    // The sections are at equal time steps on the rising half of a parabola, so their distances shrink towards the top.
    return { section, href: SECTION_PATH[section], rise: t * (2 - t) };
  },
);

/** The menu's pages that are not site sections. */
export const MENU_PAGES = [
  { name: "home", href: "/" },
  { name: "events", href: "/evento" },
  { name: "stories", href: "/storie" },
  { name: "about", href: "/chi-siamo" },
  { name: "search", href: SEARCH_PATH },
] as const satisfies readonly { name: string; href: PagePath }[];
