import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "next/navigation";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_PLACES, DEFAULT_REMINDERS } from "@/contract/edition-figures";
import type { Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import type { StaffEdition } from "@/contract/staff/editions";
import type { ActionPreview } from "@/contract/staff/preview";
import { expectAccessible } from "@/tests/support/axe";
import {
  act,
  backEnd,
  HASH,
  kept,
  last,
  page,
  posted,
  refusal,
} from "@/tests/support/staff-actions";
import { axisOf } from "./axis";
import { EditionScreen } from "./edition-screen";

const router = { push: vi.fn(), refresh: vi.fn() };
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: vi.fn(() => new URLSearchParams()),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => router,
  Link: (props: object) => <a {...props} />,
}));

// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 5_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const DATES: StaffEdition["dates"] = [
  { which: "opens", at: "2026-06-30T22:00:00.000Z", changed: null },
  {
    ...{ which: "closes", at: "2026-12-31T23:00:00.000Z" },
    changed: { at: "2026-06-12T08:20:00.000Z", who: "Rita Neri" },
  },
  { which: "evaluation-opens", at: null, changed: null },
  { which: "evaluation-closes", at: "2027-03-03T23:00:00.000Z", changed: null },
  { which: "awarded", at: "2027-03-15T23:00:00.000Z", changed: null },
];
const EDITION: StaffEdition = {
  at: "2026-12-17T08:30:00.000Z",
  ...{ year: 2026, state: "open", current: true, after_sending: "editable_until_deadline" },
  figures: {
    ...{ places: DEFAULT_PLACES, reminders: DEFAULT_REMINDERS, readings: 3 },
    ...{ readings_planned: null, grace_minutes: 15, grace_own: false, frozen: false },
    ...{ feedback: false, feedback_band: false, discussion: false, rounds: false },
  },
  dates: DATES,
  applications: { to_send: 180, sent: 67 },
  evaluators: 12,
  reminders: [{ at: "2026-12-24T23:00:00.000Z", mails: 186 }],
  extensions: [{ at: "2027-01-01T23:00:00.000Z", count: 1 }],
  ...{ closed_by: null, others: [], removable: false },
  changes: [
    {
      ...{ number: 7, at: "2026-06-12T08:20:00.000Z", level: "web", act: "edition.date" },
      ...{ who: "Rita Neri", edition: 2026, person: null, mail: null, anyway: false },
      facts: { which: "closes", date: "2026-12-31" },
      ...{ reason: "Bando annuale", sha256: "a".repeat(64) },
    },
  ],
};
const PLAN: ActionPreview = {
  ...{ done: false, plan: HASH.one, at: "2026-12-17T08:30:00.000Z", count: 247 },
  effects: [
    { name: "deadlines", count: 247, facts: { to_send: "180", sent: "67" } },
    { name: "cut_off", count: 0, facts: { to_send: "0", sent: "0" } },
    {
      ...{ name: "extensions_moot", count: 1 },
      facts: { project: "Isola che Pensa", until: "2027-01-01" },
    },
    {
      ...{ name: "reminders_moved", count: 558 },
      facts: { moments: "2027-01-03T23:00:00.000Z,2027-01-10T20:00:00.000Z" },
    },
    { name: "public_pages", count: 1 },
    { name: "evaluation_days", count: 52, facts: { before: "62" } },
  ],
  ...{ mails: [], cancelled: 3, against: [], line: null },
};
const listed = (edition: object = EDITION) => ({
  editions: [{ year: 2026, current: true }],
  ...edition,
});

function show(edition: object = EDITION, language: Language = "it", role: Role = "staff") {
  backEnd((body) => (body.plan ? kept(PLAN) : Response.json(PLAN)), listed(edition));
  return page(<EditionScreen />, language, role);
}
const edits = async (name: RegExp, day: string) => {
  fireEvent.click(await act(name));
  const field = screen.getByLabelText(/^(Nuovo giorno|New day)/);
  fireEvent.change(field, { target: { value: day } });
  return field;
};

describe("the page of an edition", () => {
  test.each([
    ["it", /^Sposta.*Le candidature si chiudono/, "Sposta 247 scadenze", /^Azione/],
    ["en", /^Move.*Applications close/, "Move 247 deadlines", /^Action/],
  ] as const)(
    "moving a date shows its effects and executes exactly those (%s)",
    async (language, open, verb, done) => {
      show(EDITION, language);
      expect((await screen.findByRole("heading", { level: 1 })).textContent).toContain("2026");
      await expectAccessible(document.body);
      const field = await edits(open, "2027-01-10");
      expect(document.activeElement).toBe(field);
      const button = await act(new RegExp(verb));
      expect(last()).toEqual({ which: "closes", day: "2027-01-10" });
      expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/editions/2026/dates");
      const effect = screen.getByRole("region", { name: /Che cosa cambia|What changes/ });
      const figures = within(effect)
        .getAllByRole("listitem")
        .map((line) => line.querySelector("b")?.textContent);
      expect(figures.slice(0, 4)).toEqual(["247", "0", "1", "558"]);
      expect(figures.slice(5)).toEqual(["52", "3", "0"]);
      expect(effect.textContent).toContain("Isola che Pensa");
      expect(document.querySelectorAll("[data-moot]")).toHaveLength(1);
      await expectAccessible(document.body);
      // The reason and the typed count are missing, so no request is sent.
      fireEvent.click(button);
      const reason = screen.getByRole("textbox", { name: /Motivo|Reason/ });
      await waitFor(() => expect(reason.getAttribute("aria-invalid")).toBe("true"));
      fireEvent.change(reason, { target: { value: "esami" } });
      fireEvent.change(screen.getByRole("textbox", { name: /247/ }), { target: { value: "247" } });
      fireEvent.click(button);
      expect(await screen.findByRole("link", { name: done })).toBeTruthy();
      expect(last()).toEqual({
        ...{ which: "closes", day: "2027-01-10", reason: "esami", typed: 247, plan: HASH.one },
      });
      await waitFor(() => expect(document.activeElement?.textContent).toMatch(open));
    },
  );

  test.each([
    ["it", /^Sposta.*Le candidature si chiudono/, /promemoria partono subito/, /partono da sole/],
    ["en", /^Move.*Applications close/, /reminders are sent now/, /sent automatically/],
  ] as const)(
    "reminders that are due at once are not contradicted by a line without emails (%s)",
    async (language, open, due, none) => {
      const effects = [{ name: "reminders_due" as const, count: 6 }];
      backEnd(() => Response.json({ ...PLAN, effects }), listed());
      page(<EditionScreen />, language);
      await edits(open, "2027-01-10");
      const effect = await screen.findByRole("region", { name: /Che cosa cambia|What changes/ });
      await waitFor(() => expect(effect.textContent).toMatch(due));
      expect(effect.textContent).not.toMatch(none);
    },
  );

  test("Escape or the cancel button leaves a date unchanged", async () => {
    show();
    fireEvent.keyDown(await edits(/^Sposta.*si chiudono/, "2027-01-10"), { key: "Escape" });
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Sposta/));
    expect(screen.queryByLabelText(/^Nuovo giorno/)).toBeNull();
    await edits(/^Decidi.*La valutazione si apre/, "2027-01-10");
    fireEvent.click(screen.getByRole("button", { name: "Lascia com’è" }));
    expect(screen.queryByLabelText(/^Nuovo giorno/)).toBeNull();
    expect(posted.every(({ body }) => body.plan === undefined)).toBe(true);
  });

  test("a date that breaks a rule shows the rule and cannot be moved", async () => {
    const refused = {
      ...{ ...PLAN, count: 0, effects: [] },
      against: [{ name: "after_awarded", count: 1 }],
    };
    backEnd(() => Response.json(refused), listed());
    page(<EditionScreen />);
    await edits(/^Sposta.*si chiudono/, "2027-04-01");
    expect(await screen.findByText(/^I vincitori uscirebbero/)).toBeTruthy();
    expect((await act(/^Sposta la data/)).getAttribute("aria-disabled")).toBe("true");
    expect(screen.queryByRole("textbox", { name: "Motivo" })).toBeNull();
  });

  test("after a concurrent change, moving a date executes nothing and shows the difference", async () => {
    const now = {
      ...{ ...PLAN, plan: HASH.two, count: 246 },
      effects: [{ name: "deadlines", count: 246, facts: { to_send: "179", sent: "67" } }],
    };
    backEnd(
      ({ plan }) => (plan ? refusal("plan_changed", 412, { current: now }) : Response.json(PLAN)),
      listed(),
    );
    page(<EditionScreen />);
    await edits(/^Sposta.*si chiudono/, "2027-01-10");
    const button = await act(/^Sposta 247/);
    fireEvent.change(screen.getByRole("textbox", { name: "Motivo" }), { target: { value: "x" } });
    fireEvent.change(screen.getByRole("textbox", { name: /247/ }), { target: { value: "247" } });
    fireEvent.click(button);
    expect((await screen.findByRole("alert")).textContent).toContain("246 scadenze si spostano");
    expect(await act(/^Sposta 246/)).toBeTruthy();
  });

  test("an auditor reads the edition and cannot change it", async () => {
    show(EDITION, "it", "auditor");
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("button", { name: /^Sposta/ })).toBeNull();
    for (const button of screen.getAllByRole("button")) {
      expect(button.getAttribute("aria-disabled")).toBe("true");
    }
    await expectAccessible(document.body);
  });

  test.each([
    ["preparata", { year: 2027, current: false, others: [other(2026, true)] }],
    ["nessuno può più scrivere", { current: false, others: [other(2027, true)] }],
    ["edizione è passata", { state: "closed", current: false, others: [other(2027, true)] }],
    ["2027 è già preparata", { others: [other(2027, false)] }],
    ["2025 è ancora aperta", { others: [other(2025, false)] }],
    ["Un riavvio non la riapre", { closed_by: { at: EDITION.at, who: "Rita" }, state: "closed" }],
  ])("the edition shows what is unusual: %s", async (words, more) => {
    show({ ...EDITION, ...more });
    expect(await screen.findByText(new RegExp(words))).toBeTruthy();
  });

  test("the first edition can be opened", async () => {
    show({ editions: [] });
    fireEvent.click(await act(/^Apri la prima edizione/));
    const dialog = screen.getByRole("dialog");
    for (const [label, value] of [
      ["Anno", "2027"],
      ["Primo giorno", "2027-07-01"],
      ["Ultimo giorno", "2027-09-30"],
    ] as const) {
      fireEvent.change(within(dialog).getByLabelText(new RegExp(`^${label}`)), {
        target: { value },
      });
    }
    await waitFor(() => expect(last()).toEqual({ from: "2027-07-01", until: "2027-09-30" }));
    expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/editions/2027/opening");
    await expectAccessible(document.body);
  });

  test.each([
    ["Guarda che cosa cambia", "closing", {}],
    ["Copia l’edizione", "clone", { to: 2028 }],
    ["Blocca le modifiche", "after-sending", { rule: "locked" }],
    ["Togli l’edizione", "removal", {}],
  ])("%s shows its preview in a separate dialog", async (name, path, body) => {
    show({ ...EDITION, removable: true, others: [other(2027, false)] });
    fireEvent.click(await act(new RegExp(`^${name}`)));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).toEqual({ path: `/wp-json/wp/v2/staff/editions/2026/${path}`, body });
  });

  test("a loading error of the edition is shown", async () => {
    vi.mocked(useSearchParams).mockReturnValueOnce(new URLSearchParams("edition=1999") as never);
    vi.stubGlobal("fetch", async () => refusal("not_found", 404));
    page(<EditionScreen />);
    expect((await screen.findByRole("alert")).textContent).toContain("leggere l’edizione");
  });
});

function other(year: number, current: boolean) {
  return { year, current, state: year > 2026 && !current ? "not_yet_open" : "open" };
}

describe("the axis of an edition's dates", () => {
  const at = "2026-12-17T08:30:00.000Z";
  const leap = { which: "closes" as const, at: "2027-01-10T23:00:00.000Z" };

  test("each day has the same width, from shortly before now to the end", () => {
    const { place, now, points } = axisOf(DATES, at, null);
    const days = (from: string, to: string) => place(to) - place(from);
    const day = days("2027-01-01T00:00:00.000Z", "2027-01-02T00:00:00.000Z");
    expect(days("2027-03-01T00:00:00.000Z", "2027-03-11T00:00:00.000Z")).toBeCloseTo(10 * day);
    expect(points.map(({ which }) => which)).toEqual(["closes", "evaluation-closes", "awarded"]);
    expect(now).toBeGreaterThan(0.05);
    expect(place("2027-03-15T23:00:00.000Z")).toBeLessThan(1);
  });

  test("a moved date has hoops at equal times, lower than the leap", () => {
    const { points, proposed } = axisOf(DATES, at, leap);
    const from = points.find(({ which }) => which === "closes")?.x ?? 0;
    const steps = (proposed?.hops ?? []).map(({ x }, index) => (x - from) / (index + 1));
    expect(new Set(steps.map((step) => step.toFixed(9))).size).toBe(1);
    expect(proposed?.x).toBeCloseTo(from + (steps[0] ?? 0) * 5);
    expect(Math.max(...(proposed?.hops ?? []).map(({ y }) => y))).toBeLessThan(1);
  });

  test("labels that are close are on different lines", () => {
    const near = { which: "closes" as const, at: "2027-01-02T23:00:00.000Z" };
    const { points, proposed } = axisOf(DATES, at, near);
    expect(points.find(({ which }) => which === "closes")?.line).not.toBe(proposed?.line);
  });

  test("the axis shows a past edition completely", () => {
    const { points, place } = axisOf(DATES, "2028-01-01T00:00:00.000Z", null);
    expect(points).toHaveLength(4);
    expect(place("2026-06-30T22:00:00.000Z")).toBeGreaterThan(0);
  });
});

describe("the figures of an edition", () => {
  const FROZEN = { ...EDITION, figures: { ...EDITION.figures, frozen: true } };

  test.each([
    ["it", "Cambia i numeri", "Posti, Semifinale"],
    ["en", "Change the figures", "Places, Semifinal"],
  ] as const)("a director changes only what was typed (%s)", async (language, open, label) => {
    show(EDITION, language, "director");
    const section = await screen.findByRole("region", { name: /numeri|figures/ });
    expect(section.textContent).toMatch(/Criteri e pesi sono nel codice|Criteria and weights/);
    fireEvent.click(await act(new RegExp(open)));
    const field = await screen.findByLabelText(new RegExp(label));
    fireEvent.change(field, { target: { value: "18" } });
    await waitFor(() => expect(last()).toEqual({ places: { semifinalist: 18 } }));
    await expectAccessible(document.body);
  });

  test("a figure that is not a number is marked, and unchanged figures are not called required", async () => {
    show(EDITION, "it", "director");
    await screen.findByText(/Posti, Semifinale/);
    fireEvent.click(await act(/Cambia i numeri/));
    const field = await screen.findByLabelText(/Posti, Semifinale/);
    expect(screen.getAllByText("Cambia almeno un numero.").length).toBeGreaterThan(0);
    fireEvent.change(field, { target: { value: "abc" } });
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    fireEvent.change(screen.getByLabelText(/Promemoria a chi valuta/), {
      target: { value: "72, x" },
    });
    expect(await screen.findAllByText("Questo valore non è valido")).toHaveLength(2);
  });

  test("after the first release, places and readings are read-only and the page says why", async () => {
    show(FROZEN, "it", "director");
    await screen.findByText(/Un esito è già pubblico/);
    fireEvent.click(await act(/Cambia i numeri/));
    const field = await screen.findByLabelText(/Posti, Finale/);
    expect(field.hasAttribute("readonly")).toBe(true);
    expect(screen.getByLabelText(/Tolleranza, in minuti/).hasAttribute("readonly")).toBe(false);
  });

  test("staff read the figures and learn that only a director changes them", async () => {
    show();
    await screen.findByText(/Posti, Semifinale/);
    const button = await act(/Cambia i numeri/);
    expect(button.getAttribute("aria-disabled") ?? button.hasAttribute("disabled")).toBeTruthy();
  });
});
