import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Summary } from "@/lib/content/content";
import { eventTimes } from "@/lib/site/events";
import { renderWithWords } from "@/tests/support/render";
import { EventFacts } from "./event-facts";

vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));

test.each([
  ["it", "2027-01-28T18:00", "", "18:00 (ora di Roma)"],
  ["en", "2027-01-28T18:00", "", "18:00 (Rome time)"],
  ["it", "2027-01-28T23:30", "", "23:30 (ora di Roma)"],
  ["it", "2027-01-28T18:00", "2027-01-28T19:30", "18:00–19:30 (ora di Roma)"],
] as const)("an event in %s from %s until “%s” shows %s", (language, starts_at, ends_at, shown) => {
  const meta = { starts_at, ends_at };
  const event = { slug: "a", locale: "it", tags: [], meta } as unknown as Summary;
  renderWithWords(<EventFacts event={event} times={eventTimes(meta)} here="/x" />, language);
  const time = screen.getByRole("time").textContent?.replaceAll(/\s/g, " ");
  expect(time?.replace(/^.*202[78]/, "")).toBe(shown);
});
