import type { CoverFamily } from "@/contract/content/covers";
import type { Section } from "@/lib/routes/sections";

/** What each section is drawn as when it stands for itself: six families, all on the section's field. */
const FAMILY: Record<Section, CoverFamily> = {
  call: "cronofoto",
  academy: "scala",
  community: "grata",
  network: "spicchi",
  international: "balzi",
  magazine: "eco",
};

/** The cover of a whole section, like that of an item. */
export function sectionCover(section: Section) {
  return { slug: `${section}-1`, section, choice: { family: FAMILY[section] } };
}
