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
