import type { Content } from "../../content/content";
import { itemPath } from "../../routes/items";
import type { EventTimes } from "../events";
import { addressFor } from "../metadata";
import { icalendar } from "./icalendar";

/** Returns an event as an iCalendar file in the event's language. */
export function eventCalendar(event: Content, times: EventTimes): string {
  const { slug, locale, title, excerpt, meta, modifiedAt } = event;
  const entry = {
    ...times,
    endsAt: times.isEndAssumed ? null : times.endsAt,
    id: slug,
    changedAt: new Date(modifiedAt),
    title,
    text: excerpt,
    url: addressFor(locale, itemPath("events", slug)),
    place: meta.location,
  };
  return icalendar(locale, "events", [entry]);
}
