import Cookies from "js-cookie";

/**
 * Optional purposes that need the visitor's consent: `statistics` covers the tag manager, and `marketing` covers the
 * social pixel.
 */
export const PURPOSES = ["statistics", "marketing"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The cookie that stores the visitor's consent choice for six months, as the cookie policy states. */
export const CHOICE_COOKIE = "cc_cookie";
export const CHOICE_DAYS = 182;
/**
 * Version of the consent question. Increase it when the question changes or when a purpose gets its first third-party
 * tool, so that all visitors are asked again.
 */
export const REVISION = 1;

/**
 * Returns the purposes to which the visitor agreed, or null before a choice. An unreadable cookie counts as no choice.
 */
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
 * Reports whether the browser refuses tracking (Do Not Track, Global Privacy Control). The visitor is then not asked
 * for consent. /api/third-parties also reads signals that browsers send only as headers.
 */
export function browserRefuses(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === "1" || globalPrivacyControl === true;
}
