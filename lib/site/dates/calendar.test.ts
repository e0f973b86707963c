import { expect, test } from "vitest";
import type { Content } from "../../content/content";
import { eventTimes } from "../events";
import { eventCalendar } from "./calendar";

function event(meta: Record<string, string>, words: Partial<Content> = {}): Content {
  return {
    type: "events",
    slug: "due-rive",
    locale: "it",
    status: "publish",
    title: "Due rive, una sera",
    excerpt: "Tre imprese raccontano.",
    html: "",
    publishedAt: "2026-11-20T00:00:00.000Z",
    modifiedAt: "2026-11-20T08:30:00.000Z",
    author: null,
    tags: [],
    image: null,
    meta,
    ...words,
  };
}

function calendarOf(meta: Record<string, string>, words: Partial<Content> = {}): string[] {
  const one = event(meta, words);
  const text = eventCalendar(one, eventTimes(meta)!);
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  return text.split("\r\n");
}

test("an event is in Rome time, and includes its time zone", () => {
  const lines = calendarOf({ starts_at: "2027-04-15T18:00", ends_at: "2027-04-15T20:30" });
  expect(lines).toContain("DTSTART;TZID=Europe/Rome:20270415T180000");
  expect(lines).toContain("DTEND;TZID=Europe/Rome:20270415T203000");
  expect(lines).toContain("TZID:Europe/Rome");
  expect(lines).toContain("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU");
  expect(lines).toContain("DTSTAMP:20261120T083000Z");
});

test("an all-day event ends, as calendars have it, on the day after", () => {
  const lines = calendarOf({ starts_at: "2027-03-27", ends_at: "2027-03-28" });
  expect(lines).toContain("DTSTART;VALUE=DATE:20270327");
  expect(lines).toContain("DTEND;VALUE=DATE:20270329");
});

test("an event without an end has only its start, and without a time its whole day", () => {
  const timed = calendarOf({ starts_at: "2027-04-15T18:00" });
  expect(timed).toContain("DTSTART;TZID=Europe/Rome:20270415T180000");
  expect(timed.filter((line) => /^(DTEND|DURATION)/.test(line))).toEqual([]);
  for (const ends_at of ["", "2027-04-15T20:00"])
    expect(calendarOf({ starts_at: "2027-04-15", ends_at })).toContain("DTEND;VALUE=DATE:20270416");
  const early = calendarOf({ starts_at: "2027-04-15T18:00", ends_at: "2027-04-14T18:00" });
  expect(early.filter((line) => line.startsWith("DTEND"))).toEqual([]);
});

test("special characters are escaped, and no line is longer than 75 octets", () => {
  const title = `Perché; sì, così \\ ${"città ".repeat(30)}`;
  const lines = calendarOf({ starts_at: "2027-04-15T18:00" }, { title });
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = lines.join("\r\n").replaceAll("\r\n ", "");
  expect(unfolded).toContain(
    `SUMMARY;LANGUAGE=it:Perché\\; sì\\, così \\\\ ${"città ".repeat(30)}`,
  );
});
