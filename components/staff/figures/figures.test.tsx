import { cleanup, configure, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { type Figures as Data, FIGURE_ANSWERS } from "@/contract/staff/figures";
import { expectAccessible } from "@/tests/support/axe";
import { backEnd, page, refusal } from "@/tests/support/staff-actions";
import { Figures } from "./figures";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
  Link: (props: object) => <a {...props} />,
}));
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const perStage = (count: number) =>
  Object.fromEntries(STAGE_IDS.map((stage) => [stage, count])) as Record<Stage, number>;
const day = { begun: 0, sent: 0 };
/** Statistics of an edition without any application. */
const EMPTY: Data = {
  ...{ edition: 2026, before: null, sent: 0, sent_before: 0, days: [], total: day },
  ...{ total_before: day, stages: [] },
  answers: Object.entries(FIGURE_ANSWERS).map(([name, options]) => ({
    name: name as "femminile",
    options: options.map((value) => ({ value, count: 0, before: 0, stages: perStage(0) })),
  })),
  readings: { rows: [], wanted: 3, below: 0, normal: true },
  requests: { answered: 0, open: 0, late: 0, median_days: null, kinds: [] },
};
const FULL: Data = {
  ...EMPTY,
  ...{ before: 2025, sent: 1200, sent_before: 900 },
  days: [{ left: 1, day: "2026-12-30", now: { begun: 3, sent: 2 }, before: { begun: 1, sent: 1 } }],
  total: { begun: 1500, sent: 1200 },
  total_before: { begun: 1000, sent: 900 },
  answers: EMPTY.answers.map((answer) => ({
    ...answer,
    options: answer.options.map((one, index) => ({
      ...{ ...one, count: index === 0 ? 1200 : 0, before: 10, stages: perStage(index ? 0 : 50) },
    })),
  })),
  stages: [{ stage: "pre_selected", count: 50, released: false }],
  requests: {
    ...{ answered: 2, open: 0, late: 0, median_days: 3 },
    kinds: [{ kind: "access", count: 2, median_days: 3 }],
  },
  readings: {
    ...{ rows: [{ readings: 0, projects: 4 }], wanted: 3, below: 4, normal: false },
  },
};

test.each([
  [
    "it",
    "A guida femminile",
    "1.200",
    "non ancora pubblicata",
    "Inviate per giorno",
    "copia dei dati: 2",
  ],
  ["en", "Female-led", "1,200", "not released yet", "Sent per day", "copy of the data: 2"],
] as const)(
  "a count opens the list that it counts, and stages show shares (%s)",
  async (language, women, count, planned, byDay, requests) => {
    backEnd(() => refusal("not_found", 404), FULL);
    page(<Figures />, language, "auditor");
    const panel = (await screen.findByRole("heading", { name: women })).closest("section");
    const link = within(panel as HTMLElement).getByRole("link");
    expect(link.textContent).toBe(count);
    expect(link.getAttribute("href")).toBe(
      "/dashboard/regia/candidature?edition=2026&femminile=yes",
    );
    const shares = screen.getByRole("combobox").closest("section") as HTMLElement;
    expect(shares.textContent).toContain("100%");
    expect(shares.textContent).toContain(planned);
    expect(within(shares).getByRole("link", { name: /50$/ }).getAttribute("href")).toContain(
      "femminile=yes&reached=pre_selected",
    );
    fireEvent.change(within(shares).getByRole("combobox"), { target: { value: "heard" } });
    expect(within(shares).getAllByRole("link")[0]?.getAttribute("href")).toContain(
      "heard=gb_ref-search_engine",
    );
    const days = screen.getByText(byDay).closest("details") as HTMLElement;
    expect(within(days).getByRole("link", { name: /2$/, hidden: true }).getAttribute("href")).toBe(
      "/dashboard/regia/candidature?edition=2026&sent_on=2026-12-30",
    );
    const asked = screen.getByRole("link", { name: requests });
    expect(asked.getAttribute("href")).toBe(
      "/dashboard/regia/persone/richieste?state=all&kind=access&year=2026",
    );
    await expectAccessible(document.body);
  },
);

test("an edition without applications shows no bars and no previous year", async () => {
  backEnd(() => refusal("not_found", 404), EMPTY);
  page(<Figures />);
  expect((await screen.findAllByText("Ancora niente")).length).toBeGreaterThan(5);
  expect(screen.queryByText(/2025/)).toBeNull();
  expect(screen.getByText(/Le fasi compaiono quando/)).toBeTruthy();
});

test("readings that staff cannot see yet say when they appear", async () => {
  const hidden = { ...FULL, readings: { ...FULL.readings, rows: null } };
  backEnd(() => refusal("not_found", 404), hidden);
  page(<Figures />);
  expect(await screen.findByText(/quando avranno cominciato almeno 3 persone/)).toBeTruthy();
});

test("figures that do not load say so", async () => {
  vi.stubGlobal("fetch", async () => refusal("unavailable", 503));
  page(<Figures />);
  await screen.findByText("I numeri non si sono caricati.");
});

test("figures for sponsors hide small counts and the work of staff", async () => {
  const [women] = FULL.answers.filter(({ name }) => name === "femminile");
  const few = {
    ...FULL,
    ...{
      sent: 8,
      answers: [{ ...women, options: women?.options.map((one) => ({ ...one, count: 4 })) }],
    },
  };
  backEnd(() => refusal("not_found", 404), few);
  page(<Figures />);
  const panel = async () =>
    (await screen.findByRole("heading", { name: "A guida femminile" })).closest(
      "section",
    ) as HTMLElement;
  expect(within(await panel()).getAllByRole("link", { name: /4$/ })).toHaveLength(2);
  expect(screen.queryByText(/Esatti|Numeri esatti/)).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: /Sponsor/ }));
  expect(within(await panel()).queryByRole("link")).toBeNull();
  expect(within(await panel()).getAllByText("non mostrato")).toHaveLength(2);
  expect(screen.getByRole("status").textContent).toContain("sotto 5 non compaiono");
  expect(screen.queryByRole("heading", { name: "Richieste sui dati" })).toBeNull();
  await expectAccessible(document.body);
});

test.each([
  ["it", "Seconda lettura"],
  ["en", "Second reading"],
] as const)(
  "the readings name their round, and the others are one link away (%s)",
  async (language, name) => {
    const names = { it: "Seconda lettura", en: "Second reading" };
    const round = {
      ...{ number: 2, names, stage: "semifinalist" as const, weight: null, final: false },
      ...{ opens: null, closes: null },
    };
    const state = { opened: true, closed_at: null, projects: 20, evaluators: 3, closed: 0 };
    const rounds = [
      { ...round, ...state, number: 1, names: { it: "Prima", en: "First" }, usual: false },
      { ...round, ...state, usual: true },
    ];
    backEnd(() => refusal("not_found", 404), { ...FULL, round, rounds });
    page(<Figures />, language);
    expect(
      await screen.findByRole("heading", { level: 2, name: new RegExp(`: ${name}$`) }),
    ).toBeTruthy();
    const first = screen.getByRole("link", { name: language === "it" ? "Prima" : "First" });
    expect(first.getAttribute("href")).toContain("round=1");
    const toList = () =>
      [...document.querySelectorAll("a[href*='readings=']")].map((link) => link.textContent);
    expect(toList().length).toBeGreaterThan(0);
    cleanup();
    // The list of applications counts readings of the current round, so the numbers of another round do not link to the
    // list.
    backEnd(() => refusal("not_found", 404), { ...FULL, round: { ...round, number: 1 }, rounds });
    page(<Figures />, language);
    await screen.findByRole("heading", { level: 2, name: new RegExp(`: ${name}$`) });
    expect(toList()).toEqual([]);
  },
);
