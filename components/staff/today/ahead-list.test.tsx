import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Today } from "@/contract/staff/today";
import { renderWithWords } from "@/tests/support/render";
import { AheadList } from "./ahead-list";

vi.mock("@/lib/i18n/navigation", () => ({ Link: "a", useRouter: vi.fn() }));

test.each([
  ["it", "31 dic", "16 mar 2027"],
  ["en", "31 Dec", "16 Mar 2027"],
] as const)(
  "an end at midnight shows the day before, and a start at midnight shows its own day (%s)",
  (language, end, beginning) => {
    const none = { mails: 0, hours: null, to: null };
    const today = {
      at: "2026-12-17T08:12:00.000Z",
      edition: null,
      ahead: [
        { kind: "closes", at: "2026-12-31T23:00:00.000Z", ...none },
        { kind: "awarded", at: "2027-03-15T23:00:00.000Z", ...none },
      ],
    };
    renderWithWords(<AheadList today={today as unknown as Today} />, language);
    const times = screen
      .getAllByRole("time")
      .map(({ textContent }) => textContent?.replaceAll("\u00a0", " "));
    expect(times).toEqual([`${end} 24:00`, `${beginning} 00:00`]);
  },
);

test("the events of several rounds name their rounds", () => {
  const event = { kind: "evaluation_closes", mails: 0, hours: null, to: null };
  const roundOf = (number: number, it: string, at: string) => ({
    ...{ ...event, at, round: { number, names: { it, en: it } } },
  });
  const today = {
    ...{ at: "2026-12-17T08:12:00.000Z", edition: null },
    ahead: [
      roundOf(2, "Seconda lettura", "2026-12-31T23:00:00.000Z"),
      roundOf(3, "Sfida", "2026-12-31T23:00:00.000Z"),
    ],
  };
  renderWithWords(<AheadList today={today as unknown as Today} />, "it");
  expect(screen.getAllByRole("heading", { level: 3 }).map((one) => one.textContent)).toEqual([
    "Si chiude la valutazione: Seconda lettura",
    "Si chiude la valutazione: Sfida",
  ]);
});
