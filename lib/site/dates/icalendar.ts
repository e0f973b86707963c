import { PROGRAMME_ZONE, romeDay, romeSecond } from "@/contract/deadline";
import type { Language } from "@/contract/languages";
import { config } from "../../config";

/* Writes calendar files (RFC 5545). Calendar apps request these files regularly to detect changes. */

const ZONE = PROGRAMME_ZONE;

/**
 * Rome's daylight saving rules since 1996 (RFC 5545, 3.6.5). With these rules, calendar apps do not need to guess them.
 */
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

/**
 * The time of a calendar entry: between two instants, or on whole days. The end is exclusive, and null if it is unknown.
 */
type Span = { startsAt: Date; endsAt: Date | null; allDay: boolean };

export type Entry = Span & {
  /** An identifier that is unique on this site and never changes. Calendar apps use it to recognize a changed entry. */
  id: string;
  /** The time of the last change to the calendar entry's text or dates. */
  changedAt: Date;
  title: string;
  text: string;
  url: string;
  place?: string | undefined;
  /** True when the calendar entry does not mark its time as busy. */
  keepsFree?: true;
};

/**
 * Returns the text of a calendar file, with times in Rome's time zone.
 *
 * @param kind the kind of calendar, which becomes part of its identifier
 * @param name the name of a calendar to subscribe to; without a name, the file is a single entry to import
 */
export function icalendar(
  locale: Language,
  kind: string,
  entries: readonly Entry[],
  name?: string,
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(config.programmeName)}//${kind}//${locale.toUpperCase()}`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...(name === undefined ? [] : followed(name)),
    ...VTIMEZONE,
    ...entries.flatMap((entry) => entryLines(entry, locale)),
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}

/**
 * Returns the properties of a calendar to subscribe to: its name and its refresh interval (RFC 7986, and Outlook's
 * variant).
 */
function followed(name: string): string[] {
  return [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
  ];
}

function entryLines(entry: Entry, locale: Language): string[] {
  const { id, changedAt, title, text, url, place, startsAt, endsAt, allDay, keepsFree } = entry;
  const at = (instant: Date) =>
    allDay ? `;VALUE=DATE:${dayText(instant)}` : `;TZID=${ZONE}:${romeText(instant)}`;
  return [
    "BEGIN:VEVENT",
    `UID:${id}@${new URL(config.siteUrl).hostname}`,
    `DTSTAMP:${utcText(changedAt)}`,
    `LAST-MODIFIED:${utcText(changedAt)}`,
    `DTSTART${at(startsAt)}`,
    // Without an end, a timed entry ends when it starts, and a dated entry lasts one day (RFC 5545, 3.6.1). An end must
    // be later than the start.
    ...(endsAt && endsAt > startsAt ? [`DTEND${at(endsAt)}`] : []),
    `SUMMARY;LANGUAGE=${locale}:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(`${text}\n\n${url}`)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    `URL:${url}`,
    ...(keepsFree ? ["TRANSP:TRANSPARENT"] : []),
    "END:VEVENT",
  ];
}

function dayText(instant: Date): string {
  return romeDay(instant).replaceAll("-", "");
}

/** Formats an instant in Rome's local time: 20270128T180000. */
function romeText(instant: Date): string {
  return romeSecond(instant).replaceAll(/[-:]/g, "").replace(" ", "T");
}

function utcText(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, "\\n");
}

/** Folds a line of a calendar file at 75 octets. Each continuation line starts with a space. No character is split. */
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
