import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Summary } from "@/lib/content/content";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { EventsPage } from "./events-page";

vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));

const event = (title: string, starts_at: string, location: string) =>
  ({
    ...{ type: "events", slug: title, title, locale: "it", tags: [] },
    meta: { starts_at, location },
  }) as unknown as Summary;

const EVENTS = [
  event("march", "2027-03-18T14:30", "Biella"),
  event("january", "2027-01-28T18:00", "Bologna, e in diretta video"),
  event("undated", "", "Genova"),
  event("also-march", "2027-03-02T10:00", "Napoli"),
  event("autumn", "2026-10-03T10:00", "Torino"),
];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-01-15") }));
afterEach(() => void vi.useRealTimers());

const titles = (level: number) =>
  screen.queryAllByRole("heading", { level }).map(({ textContent }) => textContent);

describe.each(["it", "en"] as const)("the events (%s)", (language) => {
  const words = MESSAGES[language].events;

  test("events are below the names of their months, and undated events come last", () => {
    renderWithWords(<EventsPage events={EVENTS} />, language);
    expect(titles(3)).toEqual(
      language === "it"
        ? ["gennaio 2027", "marzo 2027", words.noDate, "ottobre 2026"]
        : ["January 2027", "March 2027", words.noDate, "October 2026"],
    );
    expect(titles(4)).toEqual(["january", "also-march", "march", "undated", "autumn"]);
  });

  test("a list of one way to take part has only these events and names itself", () => {
    renderWithWords(<EventsPage events={EVENTS} attendance="online" />, language);
    expect(titles(1)).toEqual([words.only.online.title]);
    expect(titles(4)).toEqual(["january"]);
    const tab = screen.getByRole("link", { name: words.only.online.tab });
    expect(tab.getAttribute("aria-current")).toBe("page");
  });

  test("an empty list leads to all events", () => {
    renderWithWords(<EventsPage events={EVENTS.slice(0, 1)} attendance="online" />, language);
    expect(screen.getByRole("heading", { name: words.only.online.none })).toBeDefined();
    expect(screen.getByRole("link", { name: words.all }).getAttribute("href")).toMatch(/\/evento$/);
  });
});
