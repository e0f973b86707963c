import { SECTION_PATH } from "@/lib/routes/lookup";
import { type PagePath, SEARCH_PATH } from "@/lib/routes/pages";
import { SECTIONS, type Section } from "@/lib/routes/sections";

/** The six names of the menu, from the highest to the ground, with their place on the trajectory. */
export const MENU_SECTIONS: { section: Section; href: string; rise: number }[] = SECTIONS.map(
  (section, index) => {
    const t = 1 - index / (SECTIONS.length - 1);
    // The ascending half of a leap, seen from its side: positions equal in time.
    return { section, href: SECTION_PATH[section], rise: t * (2 - t) };
  },
);

/** The other pages the menu leads to. */
export const MENU_PAGES = [
  { name: "home", href: "/" },
  { name: "events", href: "/evento" },
  { name: "stories", href: "/storie" },
  { name: "about", href: "/chi-siamo" },
  { name: "search", href: SEARCH_PATH },
] as const satisfies readonly { name: string; href: PagePath }[];
