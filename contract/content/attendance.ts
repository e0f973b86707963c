/** Ways to take part in an event. An event can have both, or none if its place is unknown. */
export type Attendance = "online" | "onsite";

/** The lists of events by the way to take part, each below /evento/ with its slug. Languages share the slugs. */
export const EVENT_LISTS: readonly { attendance: Attendance; slug: string }[] = [
  { attendance: "online", slug: "online" },
  { attendance: "onsite", slug: "dal-vivo" },
];

/** Words that editors use for online events. There is no field for it. */
const ONLINE = /\b(?:in diretta|in video|by video|online|live|streaming)\b/i;

/** Returns the ways to take part at a location, as editors write it: "Molo 3, Bari, e in diretta video" has both. */
export function attendancesAt(location = ""): Attendance[] {
  const at = location.search(ONLINE);
  return [
    ...(at >= 0 ? (["online"] as const) : []),
    ...(location !== "" && at !== 0 ? (["onsite"] as const) : []),
  ];
}
