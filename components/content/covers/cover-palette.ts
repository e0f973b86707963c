import type { COLOURS } from "@/contract/brand";
import { slugOf } from "@/contract/text/normalize-text";
import type { Section } from "@/lib/routes/sections";
import { pick } from "./cover-seed";

/** The colours that covers use. */
export type Ink = Extract<keyof typeof COLOURS, "ink" | "white" | `accent-${number}`>;

/** Three flat inks of a cover: the background field, the figure on it, and the accent. */
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

/** The section of each magazine topic, in both languages. Topics about ideas belong to the community. */
const SUBJECTS: Partial<Record<string, Section>> = {
  internazionale: "international",
  international: "international",
  "dalla-giuria": "network",
  "from-the-jury": "network",
  impatto: "network",
  impact: "network",
  pratica: "academy",
  "how-to": "academy",
  economia: "call",
  money: "call",
  idee: "community",
  ideas: "community",
};

/** Returns the accent ink of an article's cover: the hue of its topic's section, if the topic has one. */
function subjectInk(subject: string | undefined): Ink | undefined {
  const section = SUBJECTS[slugOf(subject ?? "")];
  return section && HUE[section];
}

/**
 * Returns the palette of a section from two numbers in 0…1: the accent, then the mode. A hue field is twice as likely as
 * ink or white. The magazine's pages are grey, so its covers use only ink or white fields.
 *
 * @param onHue the cover lies on the section's hue. A field of the same hue would have no edge, so the field is ink. In
 *   the magazine, the figure is white, because ink or grey shapes at the edge would merge with the page
 * @param subject the topic of an article; the accent has the topic's hue
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
