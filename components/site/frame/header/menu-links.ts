import { SECTION_PATH } from "@/lib/routes/lookup";
import { type PagePath, SEARCH_PATH } from "@/lib/routes/pages";
import { SECTIONS, type Section } from "@/lib/routes/sections";

/** The six sections of the menu from top to bottom, with their position on the trajectory. */
export const MENU_SECTIONS: { section: Section; href: string; rise: number }[] = SECTIONS.map(
  (section, index) => {
    const t = 1 - index / (SECTIONS.length - 1);
    // Positions at equal times on the ascending half of a leap.
    return { section, href: SECTION_PATH[section], rise: t * (2 - t) };
  },
);

/** Other pages in the menu. */
export const MENU_PAGES = [
  { name: "home", href: "/" },
  { name: "events", href: "/evento" },
  { name: "stories", href: "/storie" },
  { name: "about", href: "/chi-siamo" },
  { name: "search", href: SEARCH_PATH },
] as const satisfies readonly { name: string; href: PagePath }[];
