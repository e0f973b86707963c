import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Language } from "@/contract/languages";
import { type AuditRow, STAFF_ACTIONS } from "@/contract/staff/audit-log";
import { ApiError } from "@/lib/api/error";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { AuditLog } from "./audit-log";

const page = vi.hoisted(() => ({
  query: "",
  push: vi.fn(),
  answers: {} as never,
  asked: [] as never[],
}));

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => "/dashboard/regia/registro",
  useRouter: () => ({ push: page.push, replace: vi.fn(), prefetch: vi.fn() }),
  useSearchParams: () => new URLSearchParams(page.query),
}));
vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));
vi.mock("@/lib/api/call", () => ({
  call: async ({ name }: { name: string }, { query }: { query?: object }) => {
    (page.asked as object[]).push({ name, query });
    const answer = (page.answers as Record<string, unknown>)[name];
    if (answer instanceof Error) throw answer;
    return answer;
  },
}));

const ID = "11111111-2222-4333-8444-555555555555";
const HEAD = "ab".repeat(32);
const HOLDS = { intact: true, lines: 2, head: HEAD, broken_at: null };
const LINE: AuditRow = {
  number: 2,
  at: "2026-09-30T22:30:00.000Z",
  level: "web",
  act: "edition.extend",
  who: "rita@example.org",
  edition: 2026,
  person: { id: ID, email: "ada@example.org" },
  mail: null,
  facts: { until: "2026-10-02T18:00" },
  anyway: false,
  reason: "blackout",
  sha256: "cd".repeat(32),
};
const FIRST: AuditRow = {
  ...LINE,
  number: 1,
  act: "funnel.select",
  level: "command",
  who: "Carla Re",
  person: { id: ID, email: null },
  facts: { "pre_selected selected": "50" },
  anyway: true,
  reason: null,
};
const LIST = { acts: [LINE, FIRST], total: 60, next: 1, previous: 2 };

function show(answers: object, { query = "", language = "it" as Language } = {}) {
  Object.assign(page, {
    query,
    answers: { listActs: LIST, verifyChain: HOLDS, ...answers },
    asked: [],
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return renderWithWords(
    <QueryClientProvider client={client}>
      <AuditLog />
    </QueryClientProvider>,
    language,
  );
}
const asked = (name: string) =>
  (page.asked as { name: string; query: object }[]).find((one) => one.name === name)?.query;

beforeEach(() => page.push.mockClear());

test.each(["it", "en"] as const)(
  "an audit log entry shows Rome's time, author, action, target and reason (%s)",
  async (language) => {
    const words = MESSAGES[language].staff.log;
    const { container } = show({}, { language });
    const [row, first] = (await screen.findAllByRole("row")).slice(1) as [HTMLElement, HTMLElement];
    // The entry's time is stored in UTC. In Rome, it is 00:30 of the next day.
    const day = language === "it" ? /^1 ott 2026, 00:30$/ : /^1 Oct 2026, 00:30$/;
    expect(within(row).getByText(day)).toBeDefined();
    expect(within(row).getByRole("rowheader").textContent).toContain(words.act.edition.extend);
    expect(
      within(row).getByText(language === "it" ? /fino a: 2 ott 2026/ : /until: 2 Oct 2026/),
    ).toBeDefined();
    expect(within(row).getByText("blackout")).toBeDefined();
    expect(within(row).getByText(words.level.web)).toBeDefined();
    expect(within(row).getByTitle(LINE.sha256).textContent).toBe("cdcdcdcdcdcd…");
    const links = within(row)
      .getAllByRole("link")
      .map((link) => [
        link.textContent,
        new URLSearchParams(link.getAttribute("href")?.split("?")[1]).toString(),
      ]);
    expect(links).toEqual([
      ["rita@example.org", "who=rita%40example.org"],
      ["ada@example.org", `person=${ID}`],
      [language === "it" ? "Edizione 2026" : "Edition 2026", "edition=2026"],
    ]);
    const what = within(first).getByRole("rowheader").textContent;
    expect(what).toContain(`${words.stage.pre_selected}, ${words.outcome.selected}: 50`);
    expect(what).toContain(words.anyway);
    expect(within(first).getByText(words.erased)).toBeDefined();
    expect(within(first).getAllByRole("cell").at(-2)?.textContent).toBe("");
    await expectAccessible(container);
  },
);

test("every action is a filter option with a label", async () => {
  show({});
  const choice = screen.getByLabelText("Aggiungi un filtro");
  expect(within(choice).getAllByRole("option")).toHaveLength(STAFF_ACTIONS.length + 1);
  await userEvent.selectOptions(choice, "Ruolo dato");
  expect(page.push).toHaveBeenCalledWith(
    expect.stringContaining("?act=user.grant"),
    expect.anything(),
  );
});

test("a key opens the list of filters and adds none", async () => {
  show({});
  const choice = screen.getByLabelText<HTMLSelectElement>("Aggiungi un filtro");
  const showPicker = vi.fn();
  choice.showPicker = showPicker;
  for (const key of ["ArrowDown", "End", "r"]) fireEvent.keyDown(choice, { key });
  expect(showPicker).toHaveBeenCalledTimes(3);
  // The browser still handles keys with a modifier, and keys that open or leave the select element.
  for (const init of [{ key: "ArrowDown", altKey: true }, { key: " " }, { key: "Tab" }]) {
    expect(fireEvent.keyDown(choice, init)).toBe(true);
  }
  expect(showPicker).toHaveBeenCalledTimes(3);
  expect(page.push).not.toHaveBeenCalled();
});

test("the URL contains the filters, which show as pills and apply to the exported table", async () => {
  const from = "2026-09-30T22:00:00.000Z";
  const to = "2026-10-02T22:00:00.000Z";
  const query = new URLSearchParams({
    act: "user.grant",
    who: "Carla Re",
    person: ID,
    from,
    to,
    before: "40",
    bad: "1",
  });
  const { container } = show({}, { query: String(query) });
  await screen.findAllByRole("row");
  expect(asked("listActs")).toEqual({
    act: "user.grant",
    who: "Carla Re",
    person: ID,
    from,
    to,
    before: "40",
  });
  const pills = within(screen.getByRole("list", { name: "Filtri" })).getAllByRole("listitem");
  expect(pills.map(({ textContent }) => textContent)).toEqual([
    "Azione: Ruolo dato×",
    "Persona: ada@example.org×",
    "Dal giorno: 1º ottobre 2026×",
    "Fino al giorno: 2 ottobre 2026×",
    "Togli tutti",
  ]);
  expect(screen.getByRole("button", { name: "Esporta il registro" })).toBeTruthy();
  await expectAccessible(container);
  await userEvent.click(document.body);
  fireEvent.keyDown(document.body, { key: "Backspace" });
  const left = new URLSearchParams(page.push.mock.lastCall?.[0].split("?")[1]);
  expect(Object.fromEntries(left)).toEqual({
    act: "user.grant",
    who: "Carla Re",
    person: ID,
    from,
  });
});

test("filter days are Rome's days, the last one inclusive", async () => {
  show({});
  fireEvent.change(screen.getByLabelText("Dal giorno"), { target: { value: "2026-10-24" } });
  fireEvent.change(screen.getByLabelText("Fino al giorno"), { target: { value: "2026-10-25" } });
  await userEvent.click(screen.getByRole("button", { name: "Mostra questi giorni" }));
  const asked = new URLSearchParams(page.push.mock.lastCall?.[0].split("?")[1]);
  expect(Object.fromEntries(asked)).toEqual({
    from: "2026-10-23T22:00:00.000Z",
    // The night of 25 October 2026, in which Rome's clocks go back.
    to: "2026-10-25T23:00:00.000Z",
  });
});

test("an entry of an exported table shows its filters with the labels of the lists", async () => {
  const exported: AuditRow = {
    ...LINE,
    act: "table.export",
    facts: { table: "applications", filter: "state=complete due=soon search", count: "3" },
  };
  show({ listActs: { ...LIST, acts: [exported] } });
  expect(
    await screen.findByText("filtro: Stato: completa; Scadenza: nei prossimi giorni; Cerca"),
  ).toBeTruthy();
});

test("the next page of the audit log has older entries and keeps the filters", async () => {
  show({}, { query: "edition=2026&before=9" });
  const pages = await screen.findByRole("navigation", { name: "Pagine" });
  const hrefs = within(pages)
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")?.split("?")[1]]);
  expect(hrefs).toEqual([
    ["Precedenti", "edition=2026&after=2"],
    ["Successive", "edition=2026&before=1"],
  ]);
  expect(pages.textContent).toContain("2 di 60");
});

test("the keys j and k move between audit log entries", async () => {
  show({});
  const rows = (await screen.findAllByRole("row")).slice(1);
  screen.getByRole("region", { name: "Registro" }).focus();
  await userEvent.keyboard("j");
  expect(document.activeElement).toBe(rows[0]);
  await userEvent.keyboard("j");
  expect(document.activeElement).toBe(rows[1]);
  await userEvent.keyboard("k");
  expect(document.activeElement).toBe(rows[0]);
});

test("an intact hash chain shows its number of entries and its last hash in full", async () => {
  const { container } = show({});
  expect(await screen.findByText("La catena è integra: 2 righe")).toBeDefined();
  expect(screen.getByText(HEAD)).toBeDefined();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Registro");
  expect(container.querySelector("[data-alarm]")).toBeNull();
});

test.each(["it", "en"] as const)(
  "a broken hash chain shows the first broken entry in an alarm (%s)",
  async (language) => {
    const broken = { intact: false, lines: 6, head: HEAD, broken_at: 7 };
    const { container } = show({ verifyChain: broken }, { language });
    const title = await screen.findByRole("heading", { level: 1, name: /7/ });
    expect(title.closest("[data-alarm]")).not.toBeNull();
    expect(screen.getByText(language === "it" ? /6 righe/ : /6 lines/)).toBeDefined();
    expect(
      screen.getByText(language === "it" ? /corretta:/ : /correct fingerprint:/),
    ).toBeDefined();
    await screen.findAllByRole("row");
    await expectAccessible(container);
  },
);

test.each([
  ["", "Nel registro non c’è ancora niente.", false],
  ["act=user.grant", "Nessuna riga corrisponde.", true],
])(
  "an audit log without entries says so and shows a next step (%s)",
  async (query, title, leadsOn) => {
    const empty = { acts: [], total: 0, next: null, previous: null };
    const { container } = show(
      { listActs: empty, verifyChain: { ...HOLDS, lines: 0, head: "" } },
      { query },
    );
    expect(await screen.findByText(title)).toBeDefined();
    expect(await screen.findByText("La catena è integra: nessuna riga")).toBeDefined();
    expect(screen.queryByRole("link", { name: "Tutto il registro" }) !== null).toBe(leadsOn);
    await expectAccessible(container);
  },
);

test("each part of the audit log that fails to load can be retried", async () => {
  const away = new ApiError("network", 0);
  const { container } = show({ listActs: away, verifyChain: away });
  expect(await screen.findByText("Non siamo riusciti a leggere l’elenco.")).toBeDefined();
  expect(await screen.findByText("Non siamo riusciti a ricalcolare la catena.")).toBeDefined();
  await expectAccessible(container);
  Object.assign(page.answers, { listActs: LIST, verifyChain: HOLDS });
  await userEvent.click(screen.getByRole("button", { name: "Ricalcola" }));
  expect(await screen.findByText("La catena è integra: 2 righe")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Riprova" }));
  expect(await screen.findAllByRole("row")).toHaveLength(3);
});

test("an audit log that loads slowly shows that it is loading", async () => {
  show({ listActs: new Promise(() => {}), verifyChain: new Promise(() => {}) });
  expect(screen.getByText("Ricalcolo della catena in corso…")).toBeDefined();
  expect(await screen.findByText(MESSAGES.it.loading.label)).toBeDefined();
});
