import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EditionDates } from "@/lib/browser/countdown";
import { renderWithWords, withWords } from "@/tests/support/render";
import { useEditionMessages } from "../use-edition-messages";
import { Count } from "./count";

const EDITION = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-09-30T22:00:00.000Z",
};

function Whole({ edition = EDITION }: { edition?: EditionDates }) {
  return <Count edition={edition} dates={useEditionMessages(edition)} />;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

function shownAt(instant: string, locale: "it" | "en" = "it") {
  vi.setSystemTime(new Date(instant));
  const { container } = renderWithWords(<Whole />, locale);
  return [...container.querySelectorAll("span")].map((span) => span.textContent);
}

test("before the call opens, the ring shows the opening date", () => {
  expect(shownAt("2026-05-01T10:00:00Z")).toEqual(["1", "lug"]);
});

test("while the call is open, the ring shows the days left", () => {
  expect(shownAt("2026-08-20T15:00:00Z")).toEqual(["41", "giorni"]);
  expect(shownAt("2026-09-29T15:00:00Z", "en")).toEqual(["1", "day"]);
});

test("on the last day, the ring shows the hours, then the minutes", () => {
  expect(shownAt("2026-09-30T15:00:00Z")).toEqual(["7", "ore"]);
  expect(shownAt("2026-09-30T21:35:00Z")).toEqual(["25", "minuti"]);
  expect(shownAt("2026-09-30T21:59:40Z")).toEqual(["<1", "minuto"]);
});

test("after the call, the ring shows that it is closed", () => {
  expect(shownAt("2026-09-30T22:00:00Z")).toEqual(["chiusa"]);
});

test.each([
  ["2026-05-01T10:00:00Z", ["1", "lug"]],
  ["2026-08-20T15:00:00Z", ["41", "giorni"]],
  ["2026-10-20T15:00:00Z", ["chiusa"]],
])(
  "the HTML of a page rendered at %s contains the ring's text before any script",
  (renderedAt, said) => {
    const edition = { ...EDITION, renderedAt };
    const html = renderToString(withWords(<Whole edition={edition} />));
    expect([...html.matchAll(/<span[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(said);
  },
);

test("the HTML of a prerendered page shows the last day in Rome", () => {
  vi.setSystemTime(new Date("2026-08-20T15:00:00Z"));
  const html = renderToString(withWords(<Whole />));
  expect(html).toContain(">30<");
  expect(html).toContain(">set<");
});
