import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { Moment } from "./moment";

const AT = "2026-11-23T03:18:00.000Z";

function show(timeZone: string): string | null {
  const known = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...known,
    timeZone,
  });
  renderWithWords(<Moment at={AT}>{(at) => `Accesso: ${at}`}</Moment>);
  return screen.getByText(/^Accesso/).textContent;
}

test("a session's time is in the reader's time zone, and names the zone if it is not Rome's", () => {
  expect(show("America/New_York")).toMatch(/22.novembre.2026.*22:18 \(America\/New York\)$/);
});

test("a session's time in Rome names no time zone", () => {
  expect(show("Europe/Rome")).toMatch(/23.novembre.2026.*04:18$/);
});
