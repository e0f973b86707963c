import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { NO_TEXTS } from "@/contract/staff/letters";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES } from "@/tests/support/render";
import { backEnd, page } from "@/tests/support/staff-actions";
import { Letter } from "./letter";
import { useLetterDraft } from "./letter-draft";
import { Letters } from "./letters";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(),
}));
const pushed = vi.hoisted(() => [] as string[]);
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: (address: string) => pushed.push(address) }),
  Link: (props: object) => <a {...props} />,
}));
vi.setConfig({ testTimeout: 60_000 });

afterEach(() => {
  vi.unstubAllGlobals();
});

const ROW = {
  id: "l",
  audience: "applications",
  at: "2026-12-31T20:42:00.000Z",
  edition: 2026,
  subjects: [
    { language: "it", subject: "Manca poco" },
    { language: "en", subject: "Nearly there" },
  ],
  who: "rita@example.org",
  count: 60,
  left_out: 3,
  states: { waiting: 17, stuck: 0, failed: 2, sent: 41, expired: 0 },
};
const ONE = {
  ...ROW,
  texts: [{ language: "it", subject: "Manca poco", text: "Restano tre giorni." }],
  left_out_by: [{ name: "letter_unconfirmed", count: 3 }],
  reason: "ultima sera",
  line: 1482,
  last_at: "2026-12-31T20:48:00.000Z",
};
/**
 * The state of the mail outbox. It is part of the one response that all endpoints return in this test; each endpoint
 * uses only some of its fields.
 */
const STATE = {
  ...{
    waiting: 17,
    failed: 2,
    stuck: 0,
    stuck_since: null,
    says: null,
    attempts: 0,
    next_at: null,
  },
  ...{ taken_at: null, paused_since: null, trouble: null, minutes: [] },
};

/** Shows the draft of the next letter. A click empties the draft. */
function Draft() {
  const [texts, onTexts] = useLetterDraft();
  return (
    <button type="button" data-testid="draft" onClick={() => onTexts(NO_TEXTS)}>
      {JSON.stringify(texts)}
    </button>
  );
}

test.each(LANGUAGES)(
  "the list shows each letter's progress and links to the letter (%s)",
  async (language) => {
    backEnd(() => Response.json({}), { letters: [ROW], total: 1, next: null, previous: null });
    page(<Letters />, language, "auditor");
    const link = await screen.findByRole("link", { name: "Manca poco / Nearly there" });
    expect(link.getAttribute("href")).toBe("/dashboard/regia/email/lettere/l");
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("41");
    await expectAccessible(document.body);
  },
);

test("an empty list of letters says where to write one", async () => {
  backEnd(() => Response.json({}), { letters: [], total: 0, next: null, previous: null });
  page(<Letters />);
  expect(await screen.findByText("Nessuna lettera, finora.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Vai alle candidature" })).toBeTruthy();
});

describe("the page of one letter", () => {
  test.each(LANGUAGES)(
    "a letter shows its delivery states, each number with a link to its emails (%s)",
    async (language) => {
      backEnd(() => Response.json({}), ONE);
      page(<Letter id="l" />, language, "auditor");
      await screen.findByRole("heading", { level: 1 });
      const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
      for (const state of ["waiting", "failed", "sent"]) {
        expect(hrefs).toContain(`/dashboard/regia/email?letter=l&state=${state}`);
      }
      expect(hrefs).not.toContain("/dashboard/regia/email?letter=l&state=stuck");
      expect(hrefs).toContain("/dashboard/regia/registro?before=1483");
      expect(screen.getByText("ultima sera")).toBeTruthy();
      expect(
        screen.getByText(language === "it" ? /3 indirizzi non sono/ : /3 addresses are not/),
      ).toBeTruthy();
      await expectAccessible(document.body);
    },
  );

  test.each([
    ["applications", "/dashboard/regia/candidature"],
    ["evaluators", "/dashboard/regia/valutatori"],
    ["people", "/dashboard/regia/persone"],
  ])(
    "a letter to %s is written again: its texts become the draft, and its recipients are chosen again",
    async (audience, address) => {
      pushed.length = 0;
      backEnd(() => Response.json({}), { ...ONE, audience });
      page(
        <>
          <Letter id="l" />
          <Draft />
        </>,
      );
      expect((await screen.findByTestId("draft")).textContent).toBe(JSON.stringify(NO_TEXTS));
      fireEvent.click(await screen.findByRole("button", { name: "Scrivi di nuovo da questa" }));
      const draft = JSON.parse(screen.getByTestId("draft").textContent ?? "");
      const it = { subject: "Manca poco", text: "Restano tre giorni." };
      expect(draft).toEqual({ ...NO_TEXTS, it });
      await screen.findAllByText(MESSAGES.it.staff.letters.againReady);
      expect(pushed).toEqual([address]);
      fireEvent.click(screen.getByTestId("draft"));
    },
  );

  test("an auditor, who sends no letters, has no button to write a letter again", async () => {
    backEnd(() => Response.json({}), ONE);
    page(<Letter id="l" />, "it", "auditor");
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("button", { name: "Scrivi di nuovo da questa" })).toBeNull();
  });

  test.each([
    [{ paused_since: "2026-12-31T20:43:00.000Z" }, /L’invio delle email è in pausa/],
    [{ trouble: "silent" }, /L’invio delle email è fermo/],
    [{ trouble: "refusing" }, /Il server non accetta nessuna email/],
    [{ trouble: "some" }, /L’ultima è in programma/],
    [{}, /L’ultima è in programma/],
  ])("a letter shows what delays its emails (%o)", async (state, words) => {
    backEnd(() => Response.json({}), { ...ONE, ...STATE, ...state });
    page(<Letter id="l" />);
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
