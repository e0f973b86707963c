import type { CoverFamily } from "@/contract/content/covers";
import type { Section } from "@/lib/routes/sections";

/** The cover family of each site section. Every section's cover has the section's colour as its background. */
const FAMILY: Record<Section, CoverFamily> = {
  call: "cronofoto",
  academy: "scala",
  community: "grata",
  network: "spicchi",
  international: "balzi",
  magazine: "eco",
};

/** Returns the cover settings of a whole site section, in the format of an item's cover. */
export function sectionCover(section: Section) {
  return { slug: `${section}-1`, section, choice: { family: FAMILY[section] } };
}
