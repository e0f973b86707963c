import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { FIRST_FRAME } from "@/lib/browser/first-frame";
import { renderWithWords } from "@/tests/support/render";
import { LocalTime } from "../call/local-time";
import { useEditionMessages } from "../use-edition-messages";
import { CallNote } from "./call-note";

const EDITION = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-09-30T22:00:00.000Z",
};

function Whole() {
  const localTime = <LocalTime closesAt={EDITION.closesAt} />;
  return <CallNote edition={EDITION} dates={useEditionMessages(EDITION)} localTime={localTime} />;
}

/** Returns the note as a visitor sees it whose clock is the given minutes ahead of UTC. */
function noteAt(minutesAhead: number, locale: "it" | "en" = "it") {
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-minutesAhead);
  return renderWithWords(<Whole />, locale).container.textContent;
}

beforeAll(() => {
  // biome-ignore lint/security/noGlobalEval: the page runs this text as a script
  window.eval(FIRST_FRAME);
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date("2026-08-20T15:00:00Z"));
});
afterEach(() => void vi.useRealTimers());

test("a visitor in another time zone also sees their own time", () => {
  const note = noteAt(60, "en");
  expect(note).toContain("30\u00a0September, Rome\u00a0time (23:00 where you are)");
});

test("a visitor in another time zone also sees the day if it differs", () => {
  expect(noteAt(540)).toContain("(per te le\u00a007:00 del 1º\u00a0ottobre)");
  expect(noteAt(-660)).toContain("(per te le\u00a011:00)");
});

test("a visitor in Rome's time zone sees only Rome's time", () => {
  const note = noteAt(120);
  expect(note).toContain("30\u00a0settembre");
  expect(note).not.toContain("(");
});

test("a visitor of the middle of a day sees the day before or after", () => {
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(12 * 60);
  const at = renderWithWords(<LocalTime closesAt="2026-10-10T10:00:00Z" />, "en");
  expect(at.container.textContent).toBe(" (22:00 on 9\u00a0October where you are)");
});

test("Italian writes the first of the month as an ordinal, English as any other day", () => {
  vi.setSystemTime(new Date("2026-06-20T15:00:00Z"));
  expect(renderWithWords(<Whole />).container.textContent).toContain("apre il 1º\u00a0luglio");
  expect(renderWithWords(<Whole />, "en").container.textContent).toContain("1\u00a0July");
});
