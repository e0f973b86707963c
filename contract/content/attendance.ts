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
 * Words in an event's location that indicate an online event, because content has no separate field for the way to take
 * part.
 */
const ONLINE = /\b(?:in diretta|in video|by video|online|live|streaming)\b/i;

/**
 * Returns the ways to take part in an event, from its location as editors write it. For "Molo 3, Bari, e in diretta
 * video", returns both ways.
 */
export function attendancesAt(location = ""): Attendance[] {
  const at = location.search(ONLINE);
  return [
    ...(at >= 0 ? (["online"] as const) : []),
    ...(location !== "" && at !== 0 ? (["onsite"] as const) : []),
  ];
}
