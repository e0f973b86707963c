import { slugOf } from "@/contract/fold";
import type { Section } from "@/lib/routes/sections";
import { pick } from "./cover-seed";

/** The inks of tokens.css a cover is printed with. */
export type Ink =
  | "ink"
  | "white"
  | "vermiglio"
  | "cadmio"
  | "rosa"
  | "zucchero"
  | "salvia"
  | "giornale";

/** Three flat inks: the field, what is drawn on it, the one thing that stands out. */
export interface Palette {
  field: Ink;
  figure: Ink;
  accent: Ink;
}

const HUE: Record<Section, Ink> = {
  call: "vermiglio",
  academy: "cadmio",
  community: "rosa",
  network: "zucchero",
  international: "salvia",
  magazine: "giornale",
};

const ACCENTS: Record<Section, readonly [Ink, ...Ink[]]> = {
  call: ["rosa", "white"],
  academy: ["vermiglio", "white"],
  community: ["vermiglio", "white"],
  network: ["cadmio", "white"],
  international: ["cadmio", "rosa"],
  magazine: ["vermiglio", "zucchero", "cadmio", "salvia"],
};

/** The magazine's subjects, in both languages, by the section they belong to; ideas are the community's. */
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

/** The one ink that stands out on an article's cover: the hue of the section its subject belongs to, if any. */
function subjectInk(subject: string | undefined): Ink | undefined {
  const section = SUBJECTS[slugOf(subject ?? "")];
  return section && HUE[section];
}

/**
 * The palette of a section by two numbers in 0…1: the accent, then the mode. A field of hue is twice
 * as likely as ink or white; the magazine's pages are grey, so its covers are only ink or white.
 *
 * @param onHue it is placed on the section's hue: a field of that hue would have no edge, so it is ink, and on the
 *   magazine's ink what touches the edge would run out into the page, so it is white
 * @param subject an article's: what stands out has its hue
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
