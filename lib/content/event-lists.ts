import { type Attendance, EVENT_LISTS } from "@/contract/content/attendance";
import type { Language } from "@/contract/languages";
import { draftOf, listedAs } from "./catalogue";

/**
 * Returns the way to take part that the URL /evento/{slug} selects. Null for an event's own slug, which has precedence,
 * and for all other slugs.
 */
export async function eventListAt(slug: string, locale: Language): Promise<Attendance | null> {
  const list = EVENT_LISTS.find((one) => one.slug === slug);
  if (!list) return null;
  const event = (await draftOf("events", slug, locale)) ?? (await listedAs("events", slug, locale));
  return event ? null : list.attendance;
}
