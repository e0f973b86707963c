import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ActionPreview } from "@/contract/staff/preview";
import { expectAccessible } from "@/tests/support/axe";
import { decided, openSelection } from "@/tests/support/selection-page";
import { act, HASH, kept, last, PLAN, refusal } from "@/tests/support/staff-actions";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: ({ prefetch: _, ...props }: { prefetch?: boolean }) => <a {...props} />,
}));
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  vi.unstubAllGlobals();
});

const released: ActionPreview = {
  ...PLAN,
  count: 50,
  effects: [
    { name: "told_once", count: 50, facts: { people: "50", mails: "50" } },
    { name: "for_ever", count: 0 },
  ],
  mails: [{ template: "decision_semifinalist", language: "it", count: 50 }],
};
const why = () =>
  fireEvent.change(screen.getByRole("textbox", { name: /Motivo|Reason/ }), {
    target: { value: "Giuria" },
  });

describe("the dialog of a release", () => {
  test.each([
    [
      "it",
      /Pubblica 50/,
      "50 progetti, 50 persone, 50 email: nessuno ne riceve più di una.",
      "Non ancora",
      /ti chiediamo di confermare che sei tu/,
    ],
    [
      "en",
      /Release 50/,
      "50 projects, 50 people, 50 emails: nobody gets more than one.",
      "Not yet",
      /asked to confirm it’s you/,
    ],
  ] as const)(
    "the release dialog shows the real email, the count, and that a release is final (%s)",
    async (language, verb, once, safe, key) => {
      openSelection(decided(), language, "director", (body) =>
        body.plan ? kept(released) : Response.json(released),
      );
      fireEvent.click(await act(verb));
      const dialog = within(await screen.findByRole("dialog"));
      expect(await dialog.findByText(once)).toBeDefined();
      const sheet = await dialog.findByRole("article");
      expect(sheet.dataset.theme).toBe("light");
      expect(sheet.textContent).toContain("Sei in semifinale");
      // The link opens a new tab, because leaving the dialog would delete the typed details.
      const refused = dialog.getByRole("link", { name: "Terra Nuda" });
      expect(refused.getAttribute("href")).toMatch(/\/candidature\/[^/?]+\?from=selection$/);
      expect(refused.getAttribute("target")).toBe("_blank");
      expect(dialog.getByRole("button", { name: safe })).toBeDefined();
      expect(dialog.getByText(key)).toBeDefined();
      await expectAccessible(document.body);
      why();
      fireEvent.click(dialog.getByRole("button", { name: verb }));
      await waitFor(() =>
        expect(last()).toEqual({
          edition: 2026,
          stage: "semifinalist",
          reason: "Giuria",
          plan: HASH.one,
        }),
      );
      expect(
        await screen.findByText(/^Pubblicate 50 decisioni|^50 decisions released/),
      ).toBeDefined();
    },
  );

  test.each([
    ["it", "La passkey non ha risposto. Non è successo niente."],
    ["en", "The passkey did not answer. Nothing happened."],
  ] as const)("a passkey that does not respond releases nothing (%s)", async (language, words) => {
    openSelection(decided(), language, "director", (body) =>
      body.plan ? refusal("key_required", 403) : Response.json(released),
    );
    fireEvent.click(await act(/Pubblica 50|Release 50/));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText(/50 email: nessuno|50 emails: nobody/);
    why();
    fireEvent.click(dialog.getByRole("button", { name: /Pubblica 50|Release 50/ }));
    expect((await dialog.findByRole("alert")).textContent).toContain(words);
  });

  test("an outdated preview releases nothing and shows what has changed", async () => {
    const now: ActionPreview = { ...released, plan: HASH.two, count: 49 };
    now.effects = [{ name: "told_once", count: 49, facts: { people: "49", mails: "49" } }];
    openSelection(decided(), "it", "director", ({ plan }) =>
      plan ? refusal("plan_changed", 412, { current: now }) : Response.json(released),
    );
    fireEvent.click(await act(/Pubblica 50/));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText(/50 email: nessuno/);
    why();
    fireEvent.click(dialog.getByRole("button", { name: /Pubblica 50/ }));
    const alert = await dialog.findByRole("alert");
    expect(alert.textContent).toContain("Non è stato applicato niente.");
    expect(alert.textContent).toContain("49 progetti, 49 persone");
    expect(await dialog.findByRole("button", { name: /Pubblica 49/ })).toBeDefined();
  });

  test.each([
    [
      "it",
      "Mandala a me",
      "L’email di prova è in coda per carla@example.org.",
      "Le email sono in pausa",
    ],
    ["en", "Send it to me", "The test email is queued for carla@example.org.", "Emails are paused"],
  ] as const)(
    "the release dialog sends the shown email to the user and shows problems with email (%s)",
    async (language, toMe, queued, paused) => {
      const pause = {
        ...{ check: "mails_paused", word: "stuck", count: 1, known: true },
        ...{ since: PLAN.at, measure: 3, says: null, normal: null, readings: null },
      };
      const acting = (body: object) =>
        "place" in body ? Response.json({ to: "carla@example.org" }) : Response.json(released);
      openSelection(decided(), language, "director", acting, [pause]);
      fireEvent.click(await act(/Pubblica 50|Release 50/));
      const dialog = within(await screen.findByRole("dialog"));
      expect(await dialog.findByText(paused)).toBeDefined();
      fireEvent.click(await dialog.findByRole("button", { name: toMe }));
      // The result of the test email is inside the dialog, because the dialog stays open and covers the page.
      expect(await dialog.findByText(queued)).toBeDefined();
      expect(last()).toEqual({
        ...{ edition: 2026, stage: "semifinalist" },
        ...{ place: 1, template: "decision_semifinalist" },
      });
    },
  );
});
