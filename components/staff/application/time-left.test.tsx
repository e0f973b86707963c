import { expect, test, vi } from "vitest";
import { DAY, HOUR, MINUTE } from "@/contract/durations";
import { renderWithWords } from "@/tests/support/render";
import { TimeLeft } from "./time-left";

const NOW = Date.parse("2026-12-31T20:41:00Z");
let now: number | null = NOW;
vi.mock("@/lib/browser/server-clock", () => ({ useServerNow: () => now }));

function left(ms: number, language: "it" | "en" = "it") {
  const until = new Date(NOW + ms).toISOString();
  const { container, unmount } = renderWithWords(<TimeLeft until={until} />, language);
  const said = container.textContent;
  unmount();
  return said?.trim();
}

test.each([
  [14 * DAY + 14 * HOUR + 59 * MINUTE, "14 giorni 14 ore", "14 days 14 hours"],
  [DAY, "1 giorno 0 ore", "1 day 0 hours"],
  [DAY - MINUTE, "23 ore 59 minuti", "23 hours 59 minutes"],
  [HOUR + MINUTE, "1 ora 1 minuto", "1 hour 1 minute"],
  [MINUTE, "0 ore 1 minuto", "0 hours 1 minute"],
])("%i ms are shown in the two largest units", (ms, it, en) => {
  expect([left(ms), left(ms, "en")]).toEqual([it, en]);
});

test("no time left is shown in the last minute, afterwards, or while the time is unknown", () => {
  expect([left(MINUTE - 1), left(0), left(-DAY)]).toEqual(["", "", ""]);
  now = null;
  expect(left(DAY)).toBe("");
  now = NOW;
});
