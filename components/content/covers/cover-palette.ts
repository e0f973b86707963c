import type { COLOURS } from "@/contract/brand";
import { LANGUAGES, type Language } from "@/contract/languages";
import { slugOf } from "@/contract/text/normalize-text";
import type { Section } from "@/lib/routes/sections";
import { pick } from "./cover-seed";

/** The colours that cover drawings use. */
export type Ink = Extract<keyof typeof COLOURS, "ink" | "white" | `accent-${number}`>;

/** The three flat colours of a cover: the background field, the figure on it, and the accent. */
export interface Palette {
  field: Ink;
  figure: Ink;
  accent: Ink;
}

const HUE: Record<Section, Ink> = {
  call: "accent-1",
  academy: "accent-2",
  community: "accent-3",
  network: "accent-4",
  international: "accent-5",
  magazine: "accent-6",
};

const ACCENTS: Record<Section, readonly [Ink, ...Ink[]]> = {
  call: ["accent-3", "white"],
  academy: ["accent-1", "white"],
  community: ["accent-1", "white"],
  network: ["accent-2", "white"],
  international: ["accent-2", "accent-3"],
  magazine: ["accent-1", "accent-4", "accent-2", "accent-5"],
};

/** Slugs of the magazine's topics in each language, and the site section whose colour the topic has. */
const SUBJECTS: readonly ({ section: Section } & Record<Language, string>)[] = [
  { section: "international", it: "internazionale", en: "international" },
  { section: "network", it: "dalla-giuria", en: "from-the-jury" },
  { section: "network", it: "impatto", en: "impact" },
  { section: "academy", it: "pratica", en: "how-to" },
  { section: "call", it: "economia", en: "money" },
  { section: "community", it: "idee", en: "ideas" },
];

/**
 * Returns the accent colour of an article's cover: the colour of the topic's site section. Returns undefined if the
 * topic has no section.
 */
function subjectInk(subject: string | undefined): Ink | undefined {
  const slug = slugOf(subject ?? "");
  const found = SUBJECTS.find((one) => LANGUAGES.some((language) => one[language] === slug));
  return found && HUE[found.section];
}

/**
 * Returns the cover colours of a site section. Two random numbers in 0…1 choose the accent and the background. A
 * background in the section's colour is twice as likely as black or white. Magazine pages are grey, so magazine covers
 * use only black or white backgrounds.
 *
 * @param onHue the cover lies on the section's colour, so its background is black or white to have a visible edge. In
 * the magazine, a figure on a black background is then white, because grey shapes at the cover's edge would merge with
 * the grey page
 * @param subject the topic of an article; the accent has the topic's colour
 */
export function paletteOf(
  section: Section,
  r: () => number,
  onHue = false,
  subject?: string | undefined,
): Palette {
  const hue = HUE[section];
  const picked = pick(ACCENTS[section], r());
  const accent = (section === "magazine" && subjectInk(subject)) || picked;
  if (section === "magazine") {
    return pick(["ink", "white"], r()) === "ink"
      ? { field: "ink", figure: onHue ? "white" : hue, accent }
      : { field: "white", figure: "ink", accent };
  }
  const mode = pick(["hue", "hue", "ink", "white"], r());
  if (mode === "hue" && !onHue) return { field: hue, figure: "ink", accent };
  if (mode !== "white") return { field: "ink", figure: hue, accent: "white" };
  return { field: "white", figure: "ink", accent: hue };
}
