/** The six sections of the public site. Each has its own color (tokens.css, `data-section`). */
export const SECTIONS = [
  "call",
  "academy",
  "community",
  "network",
  "international",
  "magazine",
] as const;
export type Section = (typeof SECTIONS)[number];

/** The section colors for places without CSS, such as the browser's toolbar. They match `--section-…` in app/tokens.css. */
export const SECTION_HUE: Record<Section, string> = {
  call: "#fb4f2b",
  academy: "#fbc51d",
  community: "#f5abb1",
  network: "#86b8e6",
  international: "#45b384",
  magazine: "#d5d4ce",
};
