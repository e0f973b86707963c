import Cookies from "js-cookie";

/** What a person can agree to, beyond what the site needs; the tag manager is one, the pixel the other. */
export const PURPOSES = ["statistics", "marketing"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The cookie of the choice; six months, as the cookie policy says. */
export const CHOICE_COOKIE = "cc_cookie";
export const CHOICE_DAYS = 182;
/** Raise it when what is asked changes, or a purpose gets its first tool: everybody is asked again. */
export const REVISION = 1;

/** What the person agreed to; null before a choice. Anything unreadable counts as no choice. */
export function readChoice(): ReadonlySet<Purpose> | null {
  try {
    const stored: unknown = JSON.parse(Cookies.get(CHOICE_COOKIE) ?? "null");
    const { categories, revision } = stored as { categories?: unknown; revision?: unknown };
    if (!Array.isArray(categories) || revision !== REVISION) return null;
    return new Set(PURPOSES.filter((purpose) => categories.includes(purpose)));
  } catch {
    return null;
  }
}

/**
 * Whether the browser itself opts out (Do Not Track, Global Privacy Control): that counts as a refusal,
 * so nobody is asked again. A signal sent only as a header is read by /api/third-parties.
 */
export function browserRefuses(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === "1" || globalPrivacyControl === true;
}
