import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { expectAccessible } from "@/tests/support/axe";
import { backEnd, page, refusal } from "@/tests/support/staff-actions";
import { Mailings } from "./mailings";

vi.mock("@/lib/i18n/navigation", () => ({ Link: (props: object) => <a {...props} /> }));
afterEach(() => {
  vi.unstubAllGlobals();
});

const NONE = { waiting: 0, stuck: 0, failed: 0, sent: 0, expired: 0 };
const LETTER = "5b0c1b58-5b0a-4a1e-9a43-0d6f1a3a2c11";
const MAILINGS = [
  {
    template: "letter",
    letter: LETTER,
    subjects: [{ language: "en", subject: "A long evening" }],
    day: "2026-12-31",
    at: "2026-12-31T20:42:00.000Z",
    count: 63,
    states: { ...NONE, sent: 60, waiting: 3 },
  },
  {
    template: "reminder_complete",
    letter: null,
    subjects: [],
    day: "2026-12-30",
    at: "2026-12-30T08:00:00.000Z",
    count: 41,
    states: { ...NONE, sent: 39, failed: 2 },
  },
];
const show = (mailings: object[]) => {
  backEnd(() => Response.error(), { mailings });
  return page(<Mailings />);
};

test.each(LANGUAGES)(
  "the bulk sendings have all texts in %s and no accessibility violation",
  async (language) => {
    backEnd(() => Response.error(), { mailings: MAILINGS });
    const { container } = page(<Mailings />, language);
    await screen.findByText("A long evening");
    expect(container.textContent).not.toMatch(/staff\.|[{}]|undefined|NaN/);
    await expectAccessible(container);
  },
);

test("each bulk sending is one row, whose numbers link to its emails", async () => {
  show(MAILINGS);
  const [, letter, reminder] = await screen.findAllByRole("row");
  const of = (row: HTMLElement | undefined) => within(row as HTMLElement);
  const linksOf = (row: HTMLElement | undefined) =>
    of(row)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")?.split("?")[1]]);
  expect(linksOf(letter)).toEqual([
    ["A long evening", `letter=${LETTER}`],
    ["In coda: 3", `letter=${LETTER}&state=waiting`],
    ["Accettate dal server: 60", `letter=${LETTER}&state=sent`],
  ]);
  expect(of(letter).getByText("A long evening").lang).toBe("en");
  const query = "template=reminder_complete&day=2026-12-30";
  expect(linksOf(reminder)).toEqual([
    ["Manca solo l’invio", query],
    ["Non arrivate: 2", `${query}&state=failed`],
    ["Accettate dal server: 39", `${query}&state=sent`],
  ]);
  expect(of(reminder).getByRole("progressbar").getAttribute("aria-label")).toBe(
    "39 accettate dal server su 41, 2 non arrivate",
  );
});

test("without bulk sendings nothing is shown, and a loading error is shown", async () => {
  const { container, unmount } = show([]);
  await waitFor(() => expect(container.querySelector("h2")).toBeNull());
  unmount();
  vi.stubGlobal("fetch", async () => refusal("server_error", 500));
  page(<Mailings />);
  expect(await screen.findByText("Non siamo riusciti a leggere gli invii.")).toBeTruthy();
});
