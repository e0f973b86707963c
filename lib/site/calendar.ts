import type { Content } from "../api/content/content";
import { config } from "../config";
import { itemPath } from "../routes/items";
import type { EventTimes } from "./events";
import { addressFor } from "./metadata";

const ZONE = "Europe/Rome";

/** Rome's daylight saving rules since 1996 (RFC 5545, 3.6.5): a calendar must not have to guess them. */
const VTIMEZONE = [
  "BEGIN:VTIMEZONE",
  `TZID:${ZONE}`,
  "BEGIN:DAYLIGHT",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "TZNAME:CEST",
  "DTSTART:19960331T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "TZNAME:CET",
  "DTSTART:19961027T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/** An event as an iCalendar file (RFC 5545), in Rome time with its time zone. */
export function eventCalendar(event: Content, times: EventTimes): string {
  const url = addressFor(event.locale, itemPath("events", event.slug));
  const { startsAt, endsAt, allDay } = times;
  const when = allDay
    ? [
        `DTSTART;VALUE=DATE:${romeText(startsAt).slice(0, 8)}`,
        `DTEND;VALUE=DATE:${romeText(endsAt).slice(0, 8)}`,
      ]
    : [`DTSTART;TZID=${ZONE}:${romeText(startsAt)}`, `DTEND;TZID=${ZONE}:${romeText(endsAt)}`];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(config.programmeName)}//events//${event.locale.toUpperCase()}`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...VTIMEZONE,
    "BEGIN:VEVENT",
    `UID:${event.slug}@${new URL(config.siteUrl).hostname}`,
    `DTSTAMP:${utcText(event.modifiedAt)}`,
    `LAST-MODIFIED:${utcText(event.modifiedAt)}`,
    ...when,
    `SUMMARY;LANGUAGE=${event.locale}:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(`${event.excerpt}\n\n${url}`)}`,
    ...(event.meta.location ? [`LOCATION:${escapeText(event.meta.location)}`] : []),
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}

/** Rome's wall clock: 20270128T180000. */
function romeText(instant: Date): string {
  const text = new Intl.DateTimeFormat("sv-SE", {
    timeZone: ZONE,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(instant);
  return text.replaceAll(/[-:]/g, "").replace(" ", "T");
}

function utcText(iso: string): string {
  return `${iso.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, "\\n");
}

/** No line may be longer than 75 octets; a folded one continues after a space, never inside a letter. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > 75) {
      parts.push(part);
      part = " ";
      octets = 1;
    }
    part += letter;
    octets += size;
  }
  return [...parts, part].join("\r\n");
}
