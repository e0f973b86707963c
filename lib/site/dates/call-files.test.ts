import { expect, test } from "vitest";
import { perLanguage } from "@/contract/languages";
import { inLanguages } from "@/tests/support/in-languages";
import { callCalendar, openCalls } from "./call-files";

const EDITION = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-12-31T23:00:00.000Z",
  evaluationOpensAt: "2027-01-10T23:00:00.000Z",
  evaluationClosesAt: "2027-03-03T23:00:00.000Z",
  awardedAt: "2027-03-15T23:00:00.000Z",
};
const NOW = new Date("2026-11-23T10:00:00.000Z");
const words = (moment: string, time: string) => ({ title: moment, text: `${moment} ${time}` });

function linesOf(edition: Parameters<typeof callCalendar>[0]) {
  return callCalendar(edition, "en", "Call 2026", words, NOW).split("\r\n");
}
const starting = (lines: string[], name: string) => lines.filter((line) => line.startsWith(name));

test("each known date is an all-day entry, and the last day ends at 24:00", () => {
  const lines = linesOf(EDITION);
  expect(starting(lines, "DTSTART;")).toEqual([
    "DTSTART;VALUE=DATE:20260701",
    "DTSTART;VALUE=DATE:20261231",
    "DTSTART;VALUE=DATE:20270111",
    "DTSTART;VALUE=DATE:20270316",
  ]);
  expect(starting(lines, "DTEND;")).toEqual([
    "DTEND;VALUE=DATE:20260702",
    "DTEND;VALUE=DATE:20270101",
    "DTEND;VALUE=DATE:20270304",
    "DTEND;VALUE=DATE:20270317",
  ]);
  expect(lines.some((line) => line.startsWith("DESCRIPTION:closes 24:00"))).toBe(true);
  expect(lines.some((line) => line.startsWith("DESCRIPTION:opens 00:00"))).toBe(true);
  expect(lines).toContain("X-WR-CALNAME:Call 2026");
  expect(starting(lines, "URL:")[0]).toBe("URL:http://localhost:3000/en/call-for-ideas");
});

test("an entry keeps its id when its day changes, and unset days are omitted", () => {
  const ids = (lines: string[]) => starting(lines, "UID:");
  const moved = linesOf({ ...EDITION, closesAt: "2027-01-10T17:00:00.000Z" });
  expect(ids(moved)).toEqual(ids(linesOf(EDITION)));
  expect(moved).toContain("DTSTART;VALUE=DATE:20270110");
  expect(moved.some((line) => line.startsWith("DESCRIPTION:closes 18:00"))).toBe(true);
  const { year, opensAt, closesAt } = EDITION;
  expect(ids(linesOf({ year, opensAt, closesAt }))).toHaveLength(2);
});

test("an evaluation without a start date begins when the call closes", () => {
  const lines = linesOf({ ...EDITION, evaluationOpensAt: null });
  expect(starting(lines, "DTSTART;")[2]).toBe("DTSTART;VALUE=DATE:20270101");
  expect(starting(lines, "DTEND;")[2]).toBe("DTEND;VALUE=DATE:20270304");
});

test("a public round is an entry with its name and its number, and is listed with the call", () => {
  const round = {
    ...{ number: 2, stage: "semifinalist" as const, names: inLanguages("Seconda", "Second") },
    ...{ opens: "2027-03-04T23:00:00.000Z", closes: "2027-03-10T23:00:00.000Z" },
  };
  const edition = { ...EDITION, rounds: [round] };
  const lines = linesOf(edition);
  expect(starting(lines, "UID:")[3]).toMatch(/^UID:call-2026-reading-2@/);
  expect(starting(lines, "DTSTART;")[3]).toBe("DTSTART;VALUE=DATE:20270305");
  expect(starting(lines, "DTEND;")[3]).toBe("DTEND;VALUE=DATE:20270311");
  const said = perLanguage((language) => ({ name: language, summary: language }));
  const { calls } = openCalls(edition, said, NOW) as { calls: { rounds: object[] }[] };
  expect(calls[0]?.rounds).toEqual([
    { name: round.names, opensAt: round.opens, closesAt: round.closes },
  ]);
});

test("the calendar file stays the same all day", () => {
  const at = (hour: string) =>
    callCalendar(EDITION, "it", "x", words, new Date(`2026-11-23T${hour}:00.000Z`));
  expect(at("22:59")).toBe(at("00:00"));
  expect(at("23:00")).not.toBe(at("22:59"));
});

test("open-calls lists the call in every language until its closing instant", () => {
  const said = perLanguage((language) => ({ name: `Call ${language}`, summary: language }));
  const at = (now: string) => openCalls(EDITION, said, new Date(now)) as { calls: object[] };
  expect(at("2026-06-01T00:00:00Z").calls).toMatchObject([
    { state: "not_yet_open", apply: { it: "http://localhost:3000/registration" } },
  ]);
  expect(at("2026-12-31T22:59:59Z").calls).toMatchObject([
    {
      id: "2026",
      state: "open",
      closesAt: EDITION.closesAt,
      name: inLanguages("Call it", "Call en"),
      grant: { amount: 50_000, currency: "EUR" },
      page: {
        it: "http://localhost:3000/call-for-ideas",
        en: "http://localhost:3000/en/call-for-ideas",
      },
      apply: {
        it: "http://localhost:3000/registration?next=%2Fdashboard%2Fproject",
        en: "http://localhost:3000/en/registration?next=%2Fen%2Fdashboard%2Fproject",
      },
      calendar: inLanguages("http://localhost:3000/call.ics", "http://localhost:3000/en/call.ics"),
      rules: { it: expect.stringMatching(/^http.*\.pdf$/) },
    },
  ]);
  expect(at("2026-12-31T23:00:00Z").calls).toEqual([]);
});
