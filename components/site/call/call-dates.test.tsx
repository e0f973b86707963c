import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { useEditionMessages } from "../use-edition-messages";
import { CallCalendar } from "./call-calendar";
import { CallStatus } from "./call-status";

const EDITION = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2027-01-01T23:00:00.000Z",
  evaluationOpensAt: "2027-01-01T23:00:00.000Z",
  evaluationClosesAt: "2027-03-03T23:00:00.000Z",
  awardedAt: "2027-03-15T23:00:00.000Z",
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date("2026-11-22T15:00:00Z"));
});
afterEach(() => void vi.useRealTimers());

test.each([
  [
    "it",
    [
      "1º\u00a0luglio 2026 – 1º\u00a0gennaio 2027",
      "2\u00a0gennaio – 3\u00a0marzo 2027",
      "16\u00a0marzo 2027",
    ],
  ],
  [
    "en",
    [
      "1\u00a0July 2026 – 1\u00a0January 2027",
      "2\u00a0January – 3\u00a0March 2027",
      "16\u00a0March 2027",
    ],
  ],
] as const)("a date of the calendar wraps only after its dash (%s)", (language, said) => {
  const { container } = renderWithWords(<CallCalendar edition={EDITION} />, language);
  const spans = [...container.querySelectorAll("ol span:first-child")].map(
    ({ textContent }) => textContent,
  );
  expect(spans).toEqual(said);
});

function Statuses() {
  const dates = useEditionMessages(EDITION);
  return (
    <>
      <CallStatus edition={EDITION} dates={dates} />
      <hr />
      <CallStatus edition={EDITION} dates={dates} brief />
    </>
  );
}

test.each([
  [
    "2026-11-22T15:00:00Z",
    "Chiude il 1º\u00a0gennaio\u00a02027",
    "Closes on 1\u00a0January\u00a02027",
  ],
  [
    "2026-05-22T15:00:00Z",
    "Non ancora aperta. Apre il 1º\u00a0luglio",
    "Not open yet. Opens on 1\u00a0July",
  ],
  [
    "2027-02-01T15:00:00Z",
    "Chiusa il 1º\u00a0gennaio\u00a02027",
    "Closed on 1\u00a0January\u00a02027",
  ],
])("the brief status on %s shows only the day", (now, it, en) => {
  vi.setSystemTime(new Date(now));
  for (const [language, words] of [
    ["it", it],
    ["en", en],
  ] as const) {
    const { container, unmount } = renderWithWords(<Statuses />, language);
    const [whole = "", brief] = [container.firstElementChild, container.lastElementChild].map(
      (element) => element?.textContent ?? "",
    );
    expect(brief).toBe(words);
    expect(whole.length).toBeGreaterThanOrEqual(words.length);
    unmount();
  }
});
