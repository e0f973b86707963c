import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { COLUMNS_NARROW, getMatrix, type Matrix, type Reading } from "@/contract/staff/matrix";
import { readOf } from "@/lib/api/query";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES } from "@/tests/support/render";
import { backEnd, page, refusal } from "@/tests/support/staff-actions";
import { MatrixSection } from "./matrix";

let address = "";
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => "/dashboard/regia/valutatori/assegnazione",
  useRouter: () => ({ push: vi.fn(), replace: vi.fn(), prefetch: vi.fn() }),
  useSearchParams: () => new URLSearchParams(address),
}));
vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));

const evaluator = {
  languages: [],
  sectors: [],
  capacity: null,
  closed: false,
  left: false,
  recused: 0,
};
const project = { number: "2026-000001", language: "it", sector: "industry-food" } as const;
const cell = { conflict: null, fixed: null } as const;
const MATRIX: Matrix = {
  ...{ edition: 2026, current: true, wanted: 2, planned: true, total: 2, found: 2, pages: 1 },
  evaluators: [
    { ...evaluator, id: "a", name: "Marta Colli", capacity: 1, given: 2, done: 1, begun: 0 },
    { ...evaluator, id: "b", name: "Oscar Lindqvist", given: 1, done: 0, begun: 1 },
  ],
  projects: [
    { ...project, id: "p", name: "Balia", given: 2, done: 1 },
    { ...project, id: "q", name: "<b>Filò</b> \u202Eabc", given: 1, done: 0 },
  ],
  cells: [
    { ...cell, evaluator: "a", project: "p", state: "done" },
    { ...cell, evaluator: "a", project: "q", state: "assigned", fixed: "given" },
    { ...cell, evaluator: "b", project: "p", state: "begun" },
    { ...cell, evaluator: "b", project: "q", state: "none", conflict: "rule" },
  ],
  sums: { given: 3, done: 1, begun: 1, few: 1 },
};
const READING: Omit<Reading, "wanted"> = {
  project: MATRIX.projects[1] as Reading["project"],
  evaluator: MATRIX.evaluators[0] as Reading["evaluator"],
  ...{ state: "assigned", conflict: null, why: ["staff"], why_not: [], others: [] },
  fixed: {
    ...{ kind: "given", at: "2026-10-06T10:00:00.000Z", by: "Rita Neri" },
    reason: "Conosce l’assistenza",
  },
};
const answer = () => backEnd(() => refusal("not_found", 404), { ...MATRIX, ...READING } as never);
afterEach(() => vi.unstubAllGlobals());

describe.each(LANGUAGES)("the matrix of readings (%s)", (language) => {
  const words = MESSAGES[language].staff.assignment.matrix;

  test("each cell says its reading in words, and too few readings are not shown by colour alone", async () => {
    answer();
    const { container } = page(<MatrixSection disabledReason={undefined} />, language);
    const grid = await screen.findByRole("grid");
    const cells = within(grid).getAllByRole("gridcell", { name: /,/ });
    expect(cells.map((one) => one.getAttribute("aria-label")?.split(": ").at(-1))).toEqual([
      words.state.done,
      `${words.state.assigned}, ${words.fixed.given}`,
      words.state.begun,
      words.conflict.rule,
    ]);
    expect(within(grid).getAllByText(new RegExp(words.below)).length).toBeGreaterThan(0);
    expect(within(grid).getByText(new RegExp(words.over))).toBeDefined();
    const heads = within(grid)
      .getAllByRole("columnheader")
      .map((one) => one.textContent);
    expect(heads[1]).toContain(language === "it" ? "italiano" : "Italian");
    expect(heads[1]).not.toContain("Italiano");
    expect(screen.getByText(`${words.keys} ${words.keysAct}`)).toBeDefined();
    await expectAccessible(container);
  });

  test("a cell and the legend name a project in a language that the evaluator does not read", async () => {
    const [marta, oscar] = MATRIX.evaluators;
    const [balia, filo] = MATRIX.projects;
    backEnd(() => refusal("not_found", 404), {
      ...MATRIX,
      evaluators: [{ ...marta, languages: ["it"] }, oscar],
      projects: [balia, { ...filo, language: "en" }],
    } as never);
    page(<MatrixSection disabledReason={undefined} />, language);
    const grid = await screen.findByRole("grid");
    const foreign = within(grid).getAllByRole("gridcell", {
      name: new RegExp(words.obstacle.language),
    });
    // An evaluator without stated languages reads all languages, so only Marta Colli has a mark.
    expect(foreign.map((one) => one.getAttribute("aria-label")?.split(",")[0])).toEqual([
      "Marta Colli",
    ]);
    expect(foreign[0]?.getAttribute("data-foreign")).toBe("true");
    expect(within(grid).getByText("en", { selector: "b" })).toBeDefined();
    const legend = screen.getByRole("list", { name: words.legend });
    expect(within(legend).getByText(words.obstacle.language)).toBeDefined();
  });

  test("a reader sees no keys of actions", async () => {
    answer();
    page(<MatrixSection disabledReason="–" />, language);
    expect(await screen.findByText(words.keys)).toBeDefined();
  });

  test("arrow keys move between cells, and Enter opens a reading with its reason", async () => {
    answer();
    page(<MatrixSection disabledReason={undefined} />, language);
    const grid = await screen.findByRole("grid");
    const first = within(grid).getAllByRole("gridcell", { name: /,/ })[0];
    first?.focus();
    await userEvent.keyboard("{ArrowDown}{ArrowRight}{ArrowUp}");
    expect(document.activeElement?.getAttribute("aria-label")).toContain(
      "Marta Colli, <b>Filò</b>",
    );
    await userEvent.keyboard("{Enter}");
    const strip = await screen.findByRole("region", { name: words.strip.label });
    expect(await within(strip).findByText(words.because.staff)).toBeDefined();
    expect(strip.textContent).toContain("Rita Neri");
    expect(within(strip).getByRole("button", { name: words.strip.take })).toBeDefined();
    expect(within(strip).getByRole("button", { name: words.strip.free })).toBeDefined();
    expect(strip.textContent).toContain(language === "it" ? "italiano" : "Italian");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: words.strip.label })).toBeNull();
    expect(document.activeElement?.getAttribute("aria-label")).toContain("Marta Colli");
  });

  test("a proposal's readings are read-only, say so, and lead back to the current ones", async () => {
    const proposal = "0b3c6f0e-3f1c-4a55-9a53-d7a3f0c1a001";
    address = `proposal=${proposal}&sector=industry-food`;
    const asked = vi.fn();
    answer();
    const served = globalThis.fetch;
    vi.stubGlobal("fetch", (request: Request) => {
      asked(new URL(request.url, "http://site.example").search);
      return served(request);
    });
    const { container } = page(
      <MatrixSection proposal={proposal} disabledReason={undefined} />,
      language,
    );
    const grid = await screen.findByRole("grid");
    expect(screen.getByRole("heading", { name: words.proposed.title })).toBeDefined();
    const back = screen.getByRole("link", { name: words.proposed.back });
    expect(back.getAttribute("href")).toBe("?sector=industry-food");
    act(() => within(grid).getAllByRole("gridcell", { name: /,/ })[0]?.focus());
    await userEvent.keyboard("x{Enter}");
    const strip = await screen.findByRole("region", { name: words.strip.label });
    expect(await within(strip).findByText(words.proposed.locked)).toBeDefined();
    expect(within(strip).queryByRole("button", { name: words.strip.take })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    const queries = asked.mock.calls.map(([query]) => query).filter((one) => one !== "");
    expect(queries.length).toBeGreaterThan(1);
    for (const query of queries) expect(query).toContain(`proposal=${proposal}`);
    await expectAccessible(container);
    address = "";
  });

  test("keys act on the focused cell, also without a click or an arrow key", async () => {
    answer();
    page(<MatrixSection disabledReason={undefined} />, language);
    const cells = within(await screen.findByRole("grid")).getAllByRole("gridcell", { name: /,/ });
    act(() => cells.at(-1)?.focus());
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("region", { name: words.strip.label })).toBeDefined();
    const chosen = cells.filter((one) => one.getAttribute("aria-selected") === "true");
    expect(chosen).toEqual([cells.at(-1)]);
  });

  test("a long matrix renders only the rows that the window shows", async () => {
    const [model] = MATRIX.evaluators;
    const jury = Array.from({ length: 200 }, (_, index) => ({
      ...(model as (typeof MATRIX.evaluators)[number]),
      ...{ id: `e${index}`, name: `Persona ${index}` },
    }));
    backEnd(() => refusal("not_found", 404), { ...MATRIX, evaluators: jury } as never);
    page(<MatrixSection disabledReason={undefined} />, language);
    const grid = await screen.findByRole("grid");
    const shown = () => within(grid).getAllByRole("row");
    const has = (name: string) => within(grid).queryByRole("link", { name }) !== null;
    expect(grid.getAttribute("aria-rowcount")).toBe("202");
    expect(shown().length).toBeLessThanOrEqual(60);
    expect([has("Persona 0"), has("Persona 150")]).toEqual([true, false]);
    const top = vi
      .spyOn(HTMLElement.prototype, "getBoundingClientRect")
      .mockReturnValue({ top: -31 * 150 } as DOMRect);
    act(() => void window.dispatchEvent(new Event("scroll")));
    expect(has("Persona 150")).toBe(true);
    // The first row contains the focusable cell, so all rows from the first one to the visible ones are rendered.
    expect(has("Persona 199")).toBe(false);
    top.mockRestore();
  });

  test("on a narrow page the matrix is a list per evaluator and per project", async () => {
    vi.stubGlobal("matchMedia", () => ({
      ...{ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() },
    }));
    answer();
    const { container, client } = page(<MatrixSection disabledReason={undefined} />, language);
    expect(await screen.findByRole("button", { name: /Marta Colli/ })).toBeDefined();
    const query = { per_page: COLUMNS_NARROW };
    expect(
      client.getQueryData(readOf(getMatrix, { locale: language, query } as never).queryKey),
    ).toMatchObject({ planned: true });
    await userEvent.click(screen.getByRole("button", { name: words.perProject }));
    expect(screen.getAllByRole("button", { name: /Oscar Lindqvist/ })).toHaveLength(2);
    // Every list needs a class, because a list without one shows bullets beside its marks.
    expect(container.querySelectorAll("ul:not([class])")).toHaveLength(0);
    await expectAccessible(container);
  });

  test("without a plan the filter for few readings shows that every project has enough, and why", async () => {
    address = "show=few";
    const none = { planned: false, wanted: 2, projects: [], cells: [], found: 0 };
    backEnd(() => refusal("not_found", 404), {
      ...MATRIX,
      ...none,
      sums: { ...MATRIX.sums, few: 0 },
    });
    const { unmount } = page(<MatrixSection disabledReason={undefined} />, language);
    const enough =
      language === "it" ? /^Ogni progetto ha le letture/ : /^Every project has the readings/;
    expect(await screen.findByRole("heading", { name: enough })).toBeDefined();
    expect(screen.getByText(new RegExp(words.noPlan))).toBeDefined();
    unmount();
    address = "";
  });

  test("an address with an unknown filter or a former evaluator shows no empty table", async () => {
    for (const old of ["sector=industry-gone", "evaluator=gone"]) {
      address = old;
      answer();
      const { unmount } = page(<MatrixSection disabledReason={undefined} />, language);
      expect((await screen.findAllByRole("heading")).length).toBeGreaterThan(1);
      expect(screen.queryByRole("grid")).toBeNull();
      unmount();
    }
    address = "";
  });
});
