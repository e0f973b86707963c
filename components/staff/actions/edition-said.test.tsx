import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { z } from "zod";
import { endpoints } from "@/contract/api";
import { LANGUAGES } from "@/contract/languages";
import type { ActionPreview } from "@/contract/staff/preview";
import { MESSAGES } from "@/tests/support/render";
import { backEnd, PLAN, page } from "@/tests/support/staff-actions";
import { ActionDialog } from "./action-dialog";
import type { ActionEndpoint } from "./use-staff-action";
import { WhatHappens } from "./what-happens";

vi.setConfig({ testTimeout: 60_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

/** All staff actions whose request body contains an edition. */
const OF_EDITION = endpoints.filter(
  (one) =>
    "confirm" in one &&
    one.confirm &&
    one.body &&
    "edition" in ((one.body as unknown as z.ZodObject).shape ?? {}),
) as unknown as ActionEndpoint[];

test.each(LANGUAGES)(
  "the dialog of an action on an edition names the edition (%s)",
  async (language) => {
    expect(OF_EDITION.length).toBeGreaterThan(3);
    backEnd(() => Response.json(PLAN));
    for (const endpoint of OF_EDITION) {
      const { unmount } = page(
        <ActionDialog
          endpoint={endpoint}
          input={{ edition: 2026 }}
          onDone={() => {}}
          onClose={() => {}}
        />,
        language,
      );
      const said = MESSAGES[language].staff.editionOf.replace("{year}", "2026");
      expect(await screen.findByText(said), endpoint.name).toBeTruthy();
      unmount();
    }
  },
);

const said = (facts: Record<string, string>, at = PLAN.at) => {
  const plan: ActionPreview = {
    ...PLAN,
    at,
    effects: [{ name: "days", count: 1, facts }],
    mails: [],
  };
  const { container, unmount } = page(<WhatHappens preview={plan} />);
  const text = container.querySelector("li")?.textContent;
  unmount();
  return text;
};

test("a day shows its year only if it differs from the year of the preview", () => {
  const facts = { year: "2027", from: "2027-07-01T00:00", until: "2027-09-30" };
  expect(said(facts)).toBe(
    "2027: le candidature vanno da gio 1º luglio 2027 alle ore 00:00 a tutto gio 30 settembre 2027",
  );
  expect(said(facts, "2027-01-02T10:00:00.000Z")).toBe(
    "2027: le candidature vanno da gio 1º luglio alle ore 00:00 a tutto gio 30 settembre",
  );
  // Midnight of 1 January in Rome belongs to the new year, although UTC still has the old year.
  expect(said(facts, "2026-12-31T23:30:00.000Z")).not.toContain("luglio 2027");
});

test("an action that makes reminders due at once does not say that no email is sent", () => {
  const shown = (count: number) => {
    const effects = [{ name: "reminders_due" as const, count }];
    const { container, unmount } = page(<WhatHappens preview={{ ...PLAN, effects, mails: [] }} />);
    const text = container.textContent;
    unmount();
    return text;
  };
  expect(shown(2)).not.toContain(MESSAGES.it.staff.act.noMail);
  expect(shown(0)).toContain(MESSAGES.it.staff.act.noMail);
});
