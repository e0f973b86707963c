import Cookies from "js-cookie";

/** The optional purposes that need consent: `statistics` is the tag manager, `marketing` the social pixel. */
export const PURPOSES = ["statistics", "marketing"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The cookie that stores the choice for six months, as the cookie policy states. */
export const CHOICE_COOKIE = "cc_cookie";
export const CHOICE_DAYS = 182;
/** Version of the question. Increase it when the question changes or a purpose gets its first tool: all users are asked again. */
export const REVISION = 1;

/** Returns the purposes that the person agreed to; null before a choice. An unreadable cookie counts as no choice. */
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
 * Reports whether the browser opts out (Do Not Track, Global Privacy Control). An opt-out counts as a refusal, so the
 * user is not asked. /api/third-parties reads signals that are sent only as headers.
 */
export function browserRefuses(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === "1" || globalPrivacyControl === true;
}
