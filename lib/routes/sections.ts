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

/** Where each section begins; same slugs in both languages. */
export const SECTION_PATH: Record<Section, string> = {
  call: "/call-for-ideas",
  academy: "/academy",
  community: "/community",
  network: "/network",
  international: "/progetti-internazionali",
  magazine: "/magazine/1",
};

/** First segments of addresses and the section they belong to; events and stories are Community's. */
const SEGMENT_SECTION: Readonly<Record<string, Section>> = {
  "call-for-ideas": "call",
  "thankyou-page": "call",
  login: "call",
  registration: "call",
  dashboard: "call",
  "thankyou-page-registration": "call",
  academy: "academy",
  corso: "academy",
  community: "community",
  "community-event": "community",
  evento: "community",
  storie: "community",
  network: "network",
  "chi-siamo": "network",
  "progetti-internazionali": "international",
  magazine: "magazine",
  "cookie-policy": "magazine",
  search: "magazine",
};

/** The section an address (without its language) asks for, if any. */
export function sectionOf(pathname: string): Section | undefined {
  const segment = pathname.split("/")[1] ?? "";
  return SEGMENT_SECTION[segment.replace(/OLD$/, "")];
}
