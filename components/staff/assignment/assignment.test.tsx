import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import type { AssignmentAnswer, PlanShape, Proposal } from "@/contract/staff/assignment";
import { expectAccessible } from "@/tests/support/axe";
import { inLanguages } from "@/tests/support/in-languages";
import { MESSAGES } from "@/tests/support/render";
import {
  act,
  backEnd,
  HASH,
  kept,
  last,
  PLAN,
  page,
  posted,
  refusal,
} from "@/tests/support/staff-actions";
import { Assignment } from "./assignment";
import { loadColumns } from "./load-columns";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => "/dashboard/regia/valutatori/assegnazione",
  useRouter: () => ({ push: vi.fn(), replace: vi.fn(), prefetch: vi.fn() }),
  useSearchParams: () => new URLSearchParams(""),
}));
vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));

// The matrix has a separate endpoint and separate tests, so a stub replaces it.
vi.mock("./matrix/matrix", () => ({ MatrixSection: () => null }));

const SHAPE: PlanShape = {
  readings: 528,
  begun: 41,
  loads: [
    { load: 37, evaluators: 4 },
    { load: 38, evaluators: 10 },
  ],
  outside: 3,
  foreign: 0,
  fixed: 0,
  short: { few: 0, conflicts: 2, capacity: 0, since: 0 },
  shortest: [
    { id: "p1", name: "Alveare", readers: 2, why: "conflicts" },
    { id: "p2", name: "Balia", readers: 2, why: "conflicts" },
  ],
};
const PROPOSAL: Proposal = {
  id: "0b3c6f0e-3f1c-4a55-9a53-d7a3f0c1a001",
  readings: 3,
  seed: 7,
  state: "done",
  asked_at: "2027-02-09T09:00:00.000Z",
  done_at: "2027-02-09T09:00:05.000Z",
  shape: SHAPE,
  changes: {
    ...{ added: 2, removed: 500, kept: 28 },
    evaluators: [
      { id: "a", name: "Bruna Sala", closed: false, added: 2, removed: 498, kept: 20 },
      { id: "b", name: "Oscar Riva", closed: true, added: 0, removed: 2, kept: 8 },
    ],
  },
};
const OFF: AssignmentAnswer = {
  ...{ edition: 2026, current: true, projects: 176, evaluators: 14, closed: 1 },
  ...{ wanted: 3, plan: null, proposal: null },
};
const ON: AssignmentAnswer = {
  ...OFF,
  plan: { readings: 3, since: "2027-02-09T09:10:00.000Z", shape: SHAPE },
};
const SHOWN = {
  ...PLAN,
  ...{ count: 528, mails: [] },
  effects: [
    { name: "not_everything", count: 14 },
    { name: "readings_added", count: 528 },
    { name: "projects_short", count: 2 },
    { name: "loads", count: 14, facts: { least: "37", most: "38", apart: "1" } },
  ],
};

afterEach(() => vi.unstubAllGlobals());
const none = () => refusal("not_found", 404);

describe.each(LANGUAGES)("the texts of the assignment (%s)", (language) => {
  const words = MESSAGES[language].staff.assignment;

  test("without a plan, the page says that every evaluator reads every project, and explains proposals", async () => {
    backEnd(none, OFF);
    const { container } = page(<Assignment />, language);
    expect(await screen.findByText(words.off)).toBeDefined();
    expect(screen.getByText(words.proposeText)).toBeDefined();
    await expectAccessible(container);
  });

  test("a proposal shows its balance, the projects with too few readers and why, and the changes", async () => {
    backEnd(none, { ...OFF, proposal: PROPOSAL });
    const { container } = page(<Assignment />, language);
    const loads = await screen.findByRole("list", { name: words.loads });
    expect(
      within(loads)
        .getAllByRole("listitem")
        .map((one) => one.textContent),
    ).toEqual(
      language === "it"
        ? ["37 progetti4 persone", "38 progetti10 persone"]
        : ["37 projects4 people", "38 projects10 people"],
    );
    expect(screen.getByRole("link", { name: "Alveare" }).getAttribute("href")).toContain(
      "/dashboard/regia/candidature/p1",
    );
    expect(screen.getAllByText(words.because.conflicts)[0]).toBeDefined();
    const pairs = screen.getByRole("link", { name: words.seePairs });
    expect(pairs.getAttribute("href")).toBe(`?proposal=${PROPOSAL.id}#who-reads`);
    expect(screen.getByText(language === "it" ? "Quali" : "Which ones")).toBeDefined();
    const changes = screen.getByRole("list", { name: words.changes });
    expect(changes.textContent).toBe(
      language === "it"
        ? "2 letture si aggiungono.500 letture si tolgono.28 restano dove sono."
        : "2 readings are added.500 readings are removed.28 stay where they are.",
    );
    const each = screen.getByRole("table", { name: words.perEvaluator });
    const rows = within(each).getAllByRole("row", { hidden: true });
    expect(rows.map((one) => one.textContent).slice(1)).toEqual(
      language === "it"
        ? ["Bruna Sala249820", "Oscar Riva (ha chiuso)028"]
        : ["Bruna Sala249820", "Oscar Riva (has closed)028"],
    );
    await expectAccessible(container);
  });

  test("a second proposal also shows kept and removed readings, and the number of other short projects", async () => {
    const changes = { added: 3, removed: 3, kept: 525, evaluators: [] };
    const shape = { ...SHAPE, short: { ...SHAPE.short, capacity: 30 } };
    backEnd(none, { ...ON, proposal: { ...PROPOSAL, changes, shape } });
    page(<Assignment />, language);
    const said = await screen.findByRole("list", { name: words.changes });
    expect(said.textContent).toContain("525");
    expect(
      screen.getByText(language === "it" ? "Quali, i primi 2" : "Which, the first 2"),
    ).toBeDefined();
  });

  test("a running proposal shows its progress, and a failed one shows what to do", async () => {
    const bare = { shape: null, changes: null, done_at: null };
    backEnd(none, { ...OFF, proposal: { ...PROPOSAL, ...bare, state: "solving" } });
    const { container, unmount } = page(<Assignment />, language);
    expect(await screen.findByText(words.state.solving)).toBeDefined();
    await expectAccessible(container);
    unmount();
    backEnd(none, { ...OFF, proposal: { ...PROPOSAL, ...bare, state: "failed" } });
    page(<Assignment />, language);
    expect(await screen.findByText(words.state.failed)).toBeDefined();
  });

  test("without projects or evaluators the page says what is missing, and a loading error is shown", async () => {
    backEnd(none, { ...OFF, projects: 0 });
    const { unmount } = page(<Assignment />, language);
    expect(await screen.findByText(words.nothing)).toBeDefined();
    unmount();
    vi.stubGlobal("fetch", async () => refusal("not_found", 404));
    page(<Assignment />, language);
    expect(await screen.findByText(words.failed)).toBeDefined();
  });
});

test("a proposal request sends readings and seed, and a wrong number has its error at the field", async () => {
  let answer = () => Response.json({ id: PROPOSAL.id, seed: 7 }, { status: 202 });
  backEnd(() => answer(), OFF);
  page(<Assignment />);
  const readings = await screen.findByLabelText(/Letture per progetto/);
  await userEvent.clear(readings);
  await userEvent.type(readings, "4");
  await userEvent.type(screen.getByLabelText(/Numero di partenza/), "7");
  await userEvent.click(await act(/Prepara una proposta/));
  await waitFor(() => expect(last()).toEqual({ readings: 4, seed: 7 }));
  expect(posted[0]?.path).toMatch(/staff\/assignment\/proposal$/);
  answer = () => refusal("invalid_fields", 422, { fields: { readings: "invalid_choice" } });
  await userEvent.click(await act(/Prepara una proposta/));
  await waitFor(() => expect(readings.getAttribute("aria-invalid")).toBe("true"));
});

const round = (number: number, it: string, en: string, opened: boolean) => ({
  ...{
    number,
    names: inLanguages(it, en),
    stage: "pre_selected" as const,
    weight: null,
    final: false,
  },
  ...{ opens: null, closes: null, closed_at: null, opened, usual: number === 2 },
  ...{ projects: 20, evaluators: 3, closed: 0 },
});
const ROUNDS = [
  round(1, "Prima lettura", "First reading", true),
  round(2, "Seconda lettura", "Second reading", true),
];

test.each(LANGUAGES)("the page names its round and leads to the others (%s)", async (language) => {
  backEnd(none, { ...OFF, round: ROUNDS[1], rounds: ROUNDS });
  const { container } = page(<Assignment />, language);
  const title = `${MESSAGES[language].staff.assignment.title}: ${ROUNDS[1]?.names[language]}`;
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeDefined();
  const strip = screen.getByRole("navigation", {
    name: MESSAGES[language].staff.selection.rounds.title,
  });
  const [first, second] = within(strip).getAllByRole("link");
  expect(first?.getAttribute("href")).toContain("round=1");
  expect(second?.getAttribute("aria-current")).toBe("page");
  await expectAccessible(container);
});

test("a proposal names the round of the page, and a final round takes none", async () => {
  backEnd(() => Response.json({ id: PROPOSAL.id, seed: 7 }, { status: 202 }), {
    ...OFF,
    round: ROUNDS[1],
    rounds: ROUNDS,
  });
  const { unmount } = page(<Assignment />);
  await userEvent.click(await act(/Prepara una proposta/));
  await waitFor(() => expect(last()).toMatchObject({ readings: 3, round: 2 }));
  unmount();
  backEnd(none, { ...OFF, round: { ...ROUNDS[0], final: true }, rounds: ROUNDS });
  page(<Assignment />);
  expect(await screen.findByText(MESSAGES.it.staff.list.roundFinal)).toBeDefined();
});

test("applying with the keyboard asks for reason and count, and an outdated plan changes nothing", async () => {
  let moved = false;
  backEnd(
    ({ plan }) => {
      if (!plan) return Response.json(SHOWN);
      if (moved) return kept(SHOWN);
      moved = true;
      const current = { ...SHOWN, plan: HASH.two, count: 529 };
      current.effects = SHOWN.effects.map((one) =>
        one.name === "readings_added" ? { ...one, count: 529 } : one,
      );
      return refusal("plan_changed", 412, { current });
    },
    { ...OFF, proposal: PROPOSAL },
  );
  const { container } = page(<Assignment />);
  (await act(/Applica 502 cambiamenti/)).focus();
  await userEvent.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText("I carichi vanno da 37 a 38 progetti a testa");
  await expectAccessible(container);
  await userEvent.type(within(dialog).getByLabelText(/Motivo/), "Troppe per tutti");
  await userEvent.type(within(dialog).getByLabelText(/Per confermare scrivi 528/), "528");
  await userEvent.click(within(dialog).getByRole("button", { name: /Cambia 528 letture/ }));
  expect(await within(dialog).findByText(/Non è stato applicato niente/)).toBeDefined();
  expect(within(dialog).getByText("529 letture si aggiungono", { selector: "ins" })).toBeDefined();
  await userEvent.type(within(dialog).getByLabelText(/Per confermare scrivi 529/), "529");
  await userEvent.click(within(dialog).getByRole("button", { name: /Cambia 529 letture/ }));
  await waitFor(() =>
    expect(last()).toMatchObject({ proposal: PROPOSAL.id, plan: HASH.two, typed: 529 }),
  );
});

test("equal loads are not shown as a range", async () => {
  const loads = { name: "loads", count: 14, facts: { least: "38", most: "38", apart: "0" } };
  backEnd(() => Response.json({ ...SHOWN, effects: [loads] }), { ...OFF, proposal: PROPOSAL });
  page(<Assignment />);
  await userEvent.click(await act(/Applica 502 cambiamenti/));
  expect(await screen.findByText("Ciascuno legge 38 progetti")).toBeDefined();
});

test("the current plan can be ended with a typed confirmation", async () => {
  const shown = {
    ...SHOWN,
    effects: [
      { name: "everything", count: 14 },
      { name: "readings_free", count: 528 },
    ],
  };
  backEnd(({ plan }) => (plan ? kept(shown) : Response.json(shown)), ON);
  page(<Assignment />);
  expect(await screen.findByText("Ogni progetto va a 3 persone.")).toBeDefined();
  await userEvent.click(await act(/Torna a far leggere tutto/));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText("14 persone leggono di nuovo tutto");
  await userEvent.type(within(dialog).getByLabelText(/Motivo/), "Siamo in tempo");
  await userEvent.type(within(dialog).getByLabelText(/Per confermare scrivi 528/), "528");
  await userEvent.click(within(dialog).getByRole("button", { name: /Togli 528 letture/ }));
  await waitFor(() => expect(last()).toMatchObject({ plan: HASH.one, typed: 528 }));
  expect(posted.at(-1)?.path).toMatch(/staff\/assignment\/end$/);
});

test("an auditor, or a viewer of another edition, sees the whole page and why actions are disabled", async () => {
  backEnd(none, { ...ON, proposal: PROPOSAL });
  const { unmount, container } = page(<Assignment />, "it", "auditor");
  const apply = await act(/Applica 502 cambiamenti/);
  expect(apply.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getAllByText("Il tuo ruolo può solo leggere.")).toHaveLength(3);
  await expectAccessible(container);
  unmount();
  backEnd(none, { ...ON, current: false, proposal: PROPOSAL });
  page(<Assignment />);
  expect(await screen.findAllByText(/Questa edizione non è quella in corso/)).toHaveLength(3);
});

test("many different loads share columns of equal width without losing an evaluator", () => {
  const loads = Array.from({ length: 40 }, (_, index) => ({ load: 3 * index, evaluators: 2 }));
  const columns = loadColumns(loads);
  expect(columns.length).toBeLessThanOrEqual(9);
  expect(columns.reduce((sum, { evaluators }) => sum + evaluators, 0)).toBe(80);
  expect(loadColumns([])).toEqual([]);
});
