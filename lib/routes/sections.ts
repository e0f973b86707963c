/** The six sections of the public site; each has its hue (tokens.css, `data-section`). */
export const SECTIONS = [
  "call",
  "academy",
  "community",
  "network",
  "international",
  "magazine",
] as const;
export type Section = (typeof SECTIONS)[number];

/** The section's hue where no style sheet reaches, such as a browser's own bar; `--section-…` of app/tokens.css. */
export const SECTION_HUE: Record<Section, string> = {
  call: "#fb4f2b",
  academy: "#fbc51d",
  community: "#f5abb1",
  network: "#86b8e6",
  international: "#45b384",
  magazine: "#d5d4ce",
};
