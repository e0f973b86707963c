import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Language } from "@/contract/languages";
import { EVALUATOR_STATES } from "@/contract/staff/evaluators";
import { meQuery } from "@/lib/api/query";
import { expectAccessible } from "@/tests/support/axe";
import { JURY, NOW } from "@/tests/support/people/jury";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { Evaluators } from "./evaluators";

const page = vi.hoisted(() => ({ search: "", push: vi.fn() }));
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => "/dashboard/regia/valutatori",
  useRouter: () => ({ push: page.push, replace: vi.fn(), prefetch: vi.fn() }),
  useSearchParams: () => new URLSearchParams(page.search),
}));
vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));

// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
let asked: URL[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  Object.assign(page, { search: "", push: vi.fn() });
  asked = [];
  answer = () => Response.json(JURY);
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const url = new URL(typeof input === "string" ? input : input.url, "http://x");
    if (url.pathname === "/api/time") return new Response(null, { headers: { Date: NOW } });
    if (url.pathname.includes("/users/me")) return new Response(null, { status: 503 });
    asked.push(url);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

function open(language: Language) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const staff = { roles: ["applicant", "staff"] } as never;
  queries.setQueryData(meQuery(language).queryKey, staff);
  renderWithWords(
    <QueryClientProvider client={queries}>
      <Evaluators />
    </QueryClientProvider>,
    language,
  );
  return queries;
}

/** Returns the texts of each row's cells, with ordinary spaces instead of non-breaking ones. */
const cells = () => screen.getAllByRole("row").slice(1).map(cellsOf);
const cellsOf = (row: Element) =>
  [...row.children].slice(1).map(({ textContent }) => textContent?.replaceAll("\u00a0", " "));

describe("the texts of the jury", () => {
  test("the jury has its Italian texts", async () => {
    open("it");
    await screen.findByRole("table");
    expect(screen.getByText("2 sono in ritardo")).toBeDefined();
    expect(
      await screen.findByText(
        /Mancano 22 giorni\. È passato il 76% del tempo, le letture sono al 65%/,
      ),
    ).toBeDefined();
    expect(cells()).toEqual([
      [
        "Marta Collidone@example.orgAltroemail in italiano · ultimo accesso 9 feb, 10:00 · 2 astensionidone@example.orgha chiuso l’8 feb",
        "ha chiuso",
        "",
        "176 di 176",
        "ha chiuso l’8 feb",
      ],
      [
        "Anna Ferrerogood@example.orgAltroemail in inglese · ultimo accesso 9 feb, 10:00good@example.orgfinisce il 17 feb",
        "in orario",
        "",
        "158 di 176",
        "finisce il 17 feb",
      ],
      [
        "Paolo Rinaldilate@example.orgAltroemail in italiano · ultimo accesso 9 feb, 10:00late@example.orgfinirebbe il 13 mar",
        "in ritardo",
        "",
        "121 di 176",
        "finirebbe il 13 mar",
      ],
      [
        "Sara Leoneidle@example.orgAltroemail in italiano · nessun accesso negli ultimi 180 giorniidle@example.orgnon ha cominciato",
        "in ritardo",
        "",
        "0 di 176",
        "non ha cominciato",
      ],
      [
        "Carla Nerigone@example.orgAltroemail in italiano · ultimo accesso 9 feb, 10:00gone@example.orginvito del 25 dic 2026, 10:00. Il link dell’invito non è più valido.",
        "invito scaduto",
        "invito del 25 dic 2026, 10:00. Il link dell’invito non è più valido.",
        "–",
        "–",
      ],
      [
        "Beatrice Moroopen@example.orgAltroemail in italiano · ultimo accesso 9 feb, 10:00open@example.orgIl link dell’invito vale fino al 12 feb, 10:00.",
        "invito in attesa",
        "Il link dell’invito vale fino al 12 feb, 10:00.",
        "–",
        "–",
      ],
      [
        "Franco Rivano@example.orgAltroemail in italiano · ultimo accesso 9 feb, 10:00no@example.org«Un conflitto con due candidature.»",
        "ha detto di no",
        "«Un conflitto con due candidature.»",
        "–",
        "ha risposto il 2 gen",
      ],
    ]);
    const treads = within(screen.getByRole("list", { name: "Dall’invito alla chiusura" }));
    expect(treads.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "7 hanno ricevuto l’invito",
      "4 hanno accettato1 no, 2 non hanno risposto",
      "3 hanno cominciato1 non ancora",
      "1 ha chiusoentro il 3\u00a0marzo, 24:00",
    ]);
  });

  test("the jury has its English texts", async () => {
    open("en");
    await screen.findByRole("table");
    expect(screen.getByText("2 are late")).toBeDefined();
    expect(cells()[2]).toEqual([
      "Paolo Rinaldilate@example.orgMoreemails in Italian · last login 9 Feb, 10:00late@example.orgwould finish on 13 Mar",
      "late",
      "",
      "121 of 176",
      "would finish on 13 Mar",
    ]);
    expect(screen.getByText("projects have fewer than 3 readings.")).toBeDefined();
    expect(screen.getByText("9 more readings would be enough.")).toBeDefined();
  });

  test("no evaluator is late while applications are open", async () => {
    answer = () => Response.json({ ...JURY, pace: { ...JURY.pace, expected: null } });
    open("en");
    expect(await screen.findByText("Nobody is late: applications can still arrive")).toBeDefined();
  });
});

test("the ring is at the evaluator's progress, and the hoop at the expected progress only for late evaluators", async () => {
  open("en");
  const rows = (await screen.findAllByRole("row")).slice(1);
  const figures = rows.map((one) =>
    one.querySelector<HTMLElement>('td [aria-hidden="true"][style]'),
  );
  expect(
    figures.map((one) => one && Number(one.style.getPropertyValue("--today")).toFixed(2)),
  ).toEqual(["0.76", "0.76", "0.76", "0.76", null, null, null]);
  const hoops = figures.map((one) => one?.querySelectorAll('[class*="hoop"]').length);
  expect(hoops).toEqual([0, 0, 1, 1, undefined, undefined, undefined]);
  const ways = figures.map((one) => one?.querySelector<HTMLElement>('[class*="way"]'));
  expect(ways[2]?.style.getPropertyValue("--read")).toBe(String(121 / 176));
});

describe("readings per project", () => {
  test("readings per project have one column for each number, with the same text", async () => {
    open("en");
    const section = within(await screen.findByRole("region", { name: "Readings per project" }));
    const columns = section.getAllByRole("listitem");
    expect(columns.map((one) => [one.textContent, one.querySelectorAll("circle").length])).toEqual([
      ["1 reading2 projects", 2],
      ["2 readings5 projects", 5],
      ["3 readings100 projects", 100],
      ["4 readings69 projects", 69],
    ]);
    expect(columns.map((one) => one.dataset.below)).toEqual(["true", "true", "false", "false"]);
  });

  test("readings are hidden before three evaluators have started, because they would reveal one person's", async () => {
    answer = () => Response.json({ ...JURY, counts: { ...JURY.counts, begun: 2 } });
    open("en");
    const section = await screen.findByRole("region", { name: "Readings per project" });
    expect(within(section).queryAllByRole("listitem")).toEqual([]);
    expect(section.querySelector("circle")).toBeNull();
    expect(section.textContent).toContain("once at least 3 people have started");
    expect(section.textContent).toContain("7 projects have fewer than 3 readings.");
  });
});

describe("the URL of the list of evaluators", () => {
  test("the URL's filters are sent to the back end and kept by links", async () => {
    page.search = "state=late&edition=2026&search=rin&lazy=1";
    open("en");
    await screen.findByRole("table");
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      state: "late",
      edition: "2026",
      search: "rin",
    });
    expect(asked[0]?.searchParams.has("lazy")).toBe(false);
    const tabs = screen.getByRole("navigation", { name: MESSAGES.en.staff.evaluators.tabs });
    const current = within(tabs).getByRole("link", { current: "page" });
    expect(current.textContent).toBe("Late2");
    const closed = screen.getByRole("link", { name: /^Closed/ });
    expect(new URLSearchParams(closed.getAttribute("href")?.split("?")[1]).toString()).toBe(
      "edition=2026&state=closed&search=rin",
    );
  });

  test.each(["it", "en"] as const)(
    "a tab leads to the assignment of the same edition in %s",
    async (language) => {
      page.search = "edition=2026";
      open(language);
      await screen.findByRole("table");
      const { assignment, evaluators } = MESSAGES[language].staff;
      const views = within(screen.getByRole("navigation", { name: evaluators.tabs }));
      expect(views.getByRole("link", { name: assignment.title }).getAttribute("href")).toMatch(
        /\/dashboard\/regia\/valutatori\/assegnazione\?edition=2026$/,
      );
    },
  );

  test("a search of evaluators has its own URL", async () => {
    open("en");
    await screen.findByRole("table");
    const field = screen.getByRole<HTMLInputElement>("searchbox");
    fireEvent.change(field, { target: { value: " anna " } });
    fireEvent.submit(field);
    expect(page.push.mock.calls[0]?.[0]).toContain("?search=anna");
  });

  test("the keys j and k move between evaluators", async () => {
    open("en");
    const rows = (await screen.findAllByRole("row")).slice(1);
    rows[0]?.focus();
    fireEvent.keyDown(rows[0] as HTMLElement, { key: "j" });
    expect(document.activeElement).toBe(rows[1]);
    fireEvent.keyDown(rows[1] as HTMLElement, { key: "k" });
    expect(document.activeElement).toBe(rows[0]);
  });
});

test("the key a selects the whole jury, and then offers no smaller selection of the same rows", async () => {
  open("it");
  const [row] = (await screen.findAllByRole("row")).slice(1);
  fireEvent.keyDown(row as HTMLElement, { key: "a" });
  const bar = screen.getByRole("region", { name: "Selezione" });
  expect(within(bar).getByRole("status").textContent).toBe("7 persone scelte");
  fireEvent.keyDown(row as HTMLElement, { key: "a" });
  expect(within(bar).getByRole("status").textContent).toBe("Tutte le 7 persone che corrispondono");
  expect(within(bar).queryByRole("button", { name: /Solo queste/ })).toBeNull();
});

describe.each(["it", "en"] as const)(
  "every state of the jury has a text and is accessible, in %s",
  (language) => {
    const words = MESSAGES[language].staff;

    test("the list of evaluators with rows", async () => {
      open(language);
      await screen.findByRole("table");
      await expectAccessible(document.body);
    }, 30_000);

    test("the list of evaluators without a match", async () => {
      page.search = "search=nobody";
      answer = () => Response.json({ ...JURY, evaluators: [] });
      open(language);
      expect(await screen.findByText(words.evaluators.noMatch)).toBeDefined();
      expect(screen.getByRole("link", { name: words.evaluators.seeAll })).toBeDefined();
      await expectAccessible(document.body);
    }, 30_000);

    test("a jury without evaluators and projects", async () => {
      const none = Object.fromEntries(EVALUATOR_STATES.map((state) => [state, 0]));
      answer = () =>
        Response.json({
          ...JURY,
          ...{ projects: 0, evaluators: [], readings: [], below: 0 },
          counts: { all: 0, accepted: 0, begun: 0, states: none, working: 0, conflicts: 0 },
          pace: { from: null, until: null, expected: null, time: null, read: 0 },
        });
      open(language);
      expect(await screen.findByText(words.evaluators.nobody)).toBeDefined();
      expect(screen.getByText(words.evaluators.noLastDay)).toBeDefined();
      expect(screen.queryByRole("table")).toBeNull();
      await expectAccessible(document.body);
    }, 30_000);

    test("the loading jury, after a delay", async () => {
      answer = () => new Promise<Response>(() => {});
      open(language);
      expect(screen.queryByRole("status")).toBeNull();
      expect(await screen.findByText(MESSAGES[language].loading.label)).toBeDefined();
      await expectAccessible(document.body);
    }, 30_000);

    test("a jury that failed to load, with a retry", async () => {
      answer = () =>
        Response.json(
          { code: "internal_error", message: "x", data: { status: 500 } },
          { status: 500 },
        );
      open(language);
      expect(await screen.findByText(words.list.failed)).toBeDefined();
      await expectAccessible(document.body);
      answer = () => Response.json(JURY);
      fireEvent.click(screen.getByRole("button", { name: words.list.retry }));
      expect(await screen.findByRole("table")).toBeDefined();
    }, 30_000);

    test("the last numbers stay when a refetch fails, and are marked as old", async () => {
      const queries = open(language);
      await screen.findByRole("table");
      answer = () =>
        Response.json(
          { code: "internal_error", message: "x", data: { status: 500 } },
          { status: 500 },
        );
      await act(() => queries.invalidateQueries());
      await waitFor(() => expect(screen.getByText(words.evaluators.stale)).toBeDefined());
      expect(screen.getByRole("table")).toBeDefined();
      await expectAccessible(document.body);
    }, 30_000);
  },
);

test.each([
  [
    "it",
    "«Sestante»",
    "progetti con un nome dichiarato: Sestante",
    "astensioni da: Balia",
    "conflitti trovati dal sistema: Zolla",
  ],
  [
    "en",
    "“Sestante”",
    "projects with a stated name: Sestante",
    "recused from: Balia",
    "conflicts found by the system: Zolla",
  ],
] as const)(
  "the list of conflicts shows all kinds for each person without another click (%s)",
  async (language, ...lines) => {
    page.search = "state=conflicts";
    const conflict_projects = [
      { id: "1", name: "Balia", kind: "recused" as const },
      { id: "2", name: "Sestante", kind: "stated" as const },
      { id: "3", name: "Zolla", kind: "rule" as const },
    ];
    const [first] = JURY.evaluators;
    const evaluators = first ? [{ ...first, conflicts: ["Sestante"], conflict_projects }] : [];
    answer = () => Response.json({ ...JURY, evaluators });
    open(language);
    const table = await screen.findByRole("table");
    const details = table.querySelector("details");
    expect(details?.open).toBe(true);
    for (const line of lines) expect(details?.textContent).toContain(line);
    const person = within(table).getByRole("link", { name: "Paolo Rinaldi" });
    expect(person.getAttribute("href")).toContain("/persone/late");
  },
);

test.each([
  ["it", "Assegnazione"],
  ["en", "Assignment"],
] as const)(
  "the jury has a tab with its assignment, of the same edition and round (%s)",
  async (language, name) => {
    page.search = "edition=2026&round=2&state=late";
    open(language);
    await screen.findByRole("table");
    const tab = screen.getByRole("link", { name });
    expect(tab.getAttribute("href")).toMatch(/\/valutatori\/assegnazione\?edition=2026&round=2$/);
    expect(tab.getAttribute("aria-current")).toBeNull();
  },
);
