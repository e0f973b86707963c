import type { Language } from "../languages";

/** Ways to take part in an event. An event can offer both ways, or no known way if its place is unknown. */
export type Attendance = "online" | "onsite";

/**
 * The pages that list events by the way to take part. A list's URL is /evento/ and the slug, the same in all languages.
 */
export const EVENT_LISTS: readonly { attendance: Attendance; slug: string }[] = [
  { attendance: "online", slug: "online" },
  { attendance: "onsite", slug: "dal-vivo" },
];

/**
 * Words in an event's location that indicate an online event, by language, because content has no separate field for
 * the way to take part. The words of all languages apply to every location.
 */
const ONLINE: Record<Language, RegExp> = {
  it: /\b(?:in diretta|in video|online|streaming)\b/i,
  en: /\b(?:live|by video)\b/i,
};

/**
 * Returns the ways to take part in an event, from its location as editors write it. For "Molo 3, Bari, e in diretta
 * video", returns both ways.
 */
export function attendancesAt(location = ""): Attendance[] {
  const starts = Object.values(ONLINE).map((words) => location.search(words));
  return [
    ...(starts.some((at) => at >= 0) ? (["online"] as const) : []),
    ...(location !== "" && !starts.includes(0) ? (["onsite"] as const) : []),
  ];
}
