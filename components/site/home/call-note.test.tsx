import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { useEditionMessages } from "../use-edition-messages";
import { CallNote } from "./call-note";

const EDITION = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-09-30T22:00:00.000Z",
};

function Whole() {
  return <CallNote edition={EDITION} dates={useEditionMessages(EDITION)} />;
}

function livingIn(timeZone: string, minutesAhead: number) {
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-minutesAhead);
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone };
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date("2026-08-20T15:00:00Z"));
});
afterEach(() => void vi.useRealTimers());

test("a visitor in another time zone also sees their own time, after hydration", async () => {
  livingIn("Europe/London", 60);
  const { container } = renderWithWords(<Whole />, "en");
  expect(container.textContent).not.toContain("23:00");
  const note = await screen.findByText(/23:00/);
  expect(note.textContent).toContain("30\u00a0September, Rome\u00a0time (23:00 where you are)");
});

test("a visitor in another time zone also sees the day if it differs", async () => {
  livingIn("Asia/Tokyo", 540);
  const { container } = renderWithWords(<Whole />);
  await screen.findByText(/07:00/);
  expect(container.textContent).toContain("(per te le\u00a007:00 del 1º\u00a0ottobre)");
});

test("a visitor in Rome's time zone sees only Rome's time", async () => {
  livingIn("Europe/Paris", 120);
  const { container } = renderWithWords(<Whole />);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(container.textContent).toContain("30\u00a0settembre");
  expect(container.textContent).not.toContain("(");
});

test("Italian writes the first of the month as an ordinal, English as any other day", () => {
  vi.setSystemTime(new Date("2026-06-20T15:00:00Z"));
  expect(renderWithWords(<Whole />).container.textContent).toContain("apre il 1º\u00a0luglio");
  expect(renderWithWords(<Whole />, "en").container.textContent).toContain("1\u00a0July");
});
