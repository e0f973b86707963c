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
