import type { Section } from "@/lib/routes/sections";
import type { CoverFamily } from "./cover";

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
  return { slug: `${section}-1`, section, family: FAMILY[section] };
}
