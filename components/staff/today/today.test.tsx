import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { CHECK_NAMES, CHECKS, type Check, type CheckAnswer } from "@/contract/staff/checks";
import { type Today as Answer, todaySchema } from "@/contract/staff/today";
import { inLanguages } from "@/tests/support/in-languages";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { Today } from "./today";

const push = vi.fn();
vi.mock("@/lib/i18n/navigation", () => ({ Link: "a", useRouter: () => ({ push }) }));

const NONE = { begun: 0, complete: 0, sent: 0 };
const AT = "2026-12-31T20:40:00.000Z";

const checksWith = (found: Partial<Record<Check, Partial<CheckAnswer>>> = {}): CheckAnswer[] =>
  CHECK_NAMES.map((check) => ({
    ...{
      check,
      word: CHECKS[check],
      count: 0,
      known: true,
      since: null,
      measure: null,
      says: null,
      normal: null,
      readings: null,
    },
    ...found[check],
  }));

function todayWith(over: Partial<Answer> = {}): Answer {
  return todaySchema.parse({
    at: AT,
    edition: {
      ...{ year: 2026, state: "open", graceMinutes: 15 },
      ...{ opensAt: "2026-06-30T22:00:00.000Z", closesAt: "2026-12-31T23:00:00.000Z" },
      evaluationOpensAt: "2026-11-30T23:00:00.000Z",
      ...{ evaluationClosesAt: "2027-03-03T23:00:00.000Z", awardedAt: "2027-03-15T23:00:00.000Z" },
    },
    rounds: [],
    evaluators: 12,
    checks: checksWith({
      backup_old: { since: "2026-12-31T17:40:00.000Z" },
      clock_off: { measure: 4 },
    }),
    ahead: [
      {
        ...{ kind: "reminder", at: "2026-12-31T21:00:00.000Z", mails: 186, hours: 2 },
        to: { incomplete: 139, complete: 41, changed: 6 },
      },
      { kind: "closes", at: "2026-12-31T23:00:00.000Z", mails: 0, hours: null, to: null },
      {
        kind: "evaluator_reminder",
        at: "2027-02-24T23:00:00.000Z",
        mails: 12,
        hours: 168,
        to: null,
      },
    ],
    days: {
      before: 2025,
      before_unknown: null,
      rows: Array.from({ length: 31 }, (_, index) => ({
        ...{ left: 30 - index, today: index === 30 },
        now: { begun: 3, complete: 2, sent: index },
        before: { ...NONE, begun: 1 },
      })),
      total: { begun: 312, complete: 171, sent: 108 },
      totalBefore: { begun: 286, complete: 158, sent: 121 },
    },
    applications: { begun: 141, complete: 63, sent: 108 },
    mine: { applications: 0, requests: 0 },
    ...over,
  });
}

const TROUBLE = todayWith({
  checks: checksWith({
    mails_stuck: { count: 37, since: "2026-12-31T20:04:00.000Z", says: "421 4.7.0 Too many" },
    backup_old: { count: 1, since: "2026-12-30T13:40:00.000Z" },
    complete_not_sent: { count: 63 },
    uploads_interrupted: { count: 3 },
    uploads_refused: { count: 2 },
    mails_failed: { count: 4 },
  }),
});

let answer: () => Response;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("fetch", async () => answer());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(today: Answer, language: (typeof LANGUAGES)[number] = "it") {
  answer = () => Response.json(today);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const shown = renderWithWords(
    <QueryClientProvider client={client}>
      <Today />
    </QueryClientProvider>,
    language,
  );
  await screen.findByRole("heading", { level: 1 });
  return shown;
}
const later = () => act(() => vi.advanceTimersByTimeAsync(30_001));

test.each([
  ["it", "Il sito non conserva candidature del 2025: il confronto non è possibile."],
  ["en", "The site has no applications of 2025"],
] as const)(
  "without applications of the year before, Today says so (%s)",
  async (language, words) => {
    const { days } = todayWith();
    await show(todayWith({ days: { ...days, before: null, before_unknown: 2025 } }), language);
    expect(document.body.textContent).toContain(words);
  },
);
const title = () => screen.getByRole("heading", { level: 1 }).textContent;
const attention = (name: string) => within(screen.getByRole("region", { name }));
/** Returns the text of each row about a check that needs attention, without its keyboard shortcuts. */
const rowsOf = (name: string) => {
  const [, list] = attention(name).getAllByRole("list");
  if (!list) throw new Error("no rows");
  return within(list).getAllByRole("listitem");
};

describe.each(LANGUAGES)("the Today page in %s", (language) => {
  test.each([
    ["calm", todayWith()],
    ["in trouble", TROUBLE],
    [
      "with a problem, but none of our own services",
      todayWith({ checks: checksWith({ mails_failed: { count: 1 } }) }),
    ],
    ["without an edition", todayWith({ edition: null, ahead: [] })],
  ])("the Today page %s has all texts", async (_, today) => {
    const { container } = await show(today, language);
    expect(container.textContent).not.toMatch(/staff\.today|\{|undefined|NaN/);
  });
});

test.each(LANGUAGES.flatMap((language) => CHECK_NAMES.map((check) => [language, check] as const)))(
  "in %s every possible result of a check has its texts: %s",
  async (language, check) => {
    const found = { count: 1, measure: 1, since: AT };
    const { container } = await show(
      todayWith({ checks: checksWith({ [check]: found }) }),
      language,
    );
    expect(container.textContent).not.toMatch(/staff\.today|[{}]|undefined|NaN/);
  },
);

test("without problems, Today is black and white with zero for every check and the next event", async () => {
  const { container } = await show(todayWith());
  expect(title()).toBe("Tutto a posto.");
  expect(container.querySelector("[data-alarm]")).toBeNull();
  expect(screen.getByText(/Niente richiede l’intervento della regia/).textContent).toContain(
    "Promemoria, 2 ore prima, 31\u00a0dicembre alle 22:00",
  );
  expect(
    screen.getByRole("heading", { name: `${CHECK_NAMES.length} controlli, l’ultimo alle 21:40` }),
  ).toBeTruthy();
  expect(screen.getByText("3 ore fa")).toBeTruthy();
  expect(screen.getByText("± 4 ms")).toBeTruthy();
  expect(screen.queryByText("Da guardare")).toBeNull();
});

test("a check with an unknown result needs attention", async () => {
  await show(todayWith({ checks: checksWith({ backup_old: { known: false } }) }));
  expect(title()).toBe("Una cosa da guardare.");
  expect(screen.queryByText(/Nessuno aspetta|Niente di nostro è fermo/)).toBeNull();
  const [row] = rowsOf("Da guardare");
  expect(row?.textContent).toMatch(/^\?non si saCopia di sicurezza.*BACKUP_DIR/);
  expect(
    screen.getByText(
      new RegExp(`^${CHECK_NAMES.length - 1} controlli sono a posto, di uno non si sa\\.`),
    ),
  ).toBeTruthy();
});

test.each([
  [
    "2027-02-28T23:00:00.000Z",
    "È normale fino al 28\u00a0febbraio\u00a02027: si sta ancora leggendo.",
  ],
  [
    "2027-03-11T23:00:00.000Z",
    "È normale fino all’11\u00a0marzo\u00a02027: si sta ancora leggendo.",
  ],
  [null, "È normale finché si legge: la fine della valutazione non è decisa."],
])(
  "a currently normal count shows until when it is normal, and does not need attention (%s)",
  async (until, text) => {
    const few_readings = { measure: 3, normal: { count: 28, until } };
    await show(todayWith({ checks: checksWith({ few_readings }) }));
    expect(title()).toBe("Tutto a posto.");
    const [row] = rowsOf("Per ora normale");
    if (!row) throw new Error("no row");
    expect(row.textContent).toContain(`28per ora normaleProgetti con meno di 3 letture${text}`);
    const way = within(row).getByRole("link", { name: /^Vedi 28/ });
    expect(way.getAttribute("href")).toBe("/dashboard/regia/candidature?readings=few");
  },
);

test.each([
  [
    "it",
    "Da guardare",
    "Mancano 70 letture: con la giuria di oggi ne sono possibili al massimo 41.",
  ],
  ["en", "To look at", "70 readings are missing: with the current jury, at most 41 are possible."],
] as const)(
  "few readings that the jury cannot reach need attention and show what is possible (%s)",
  async (language, region, text) => {
    const readings = { missing: 70, possible: 41 };
    await show(
      todayWith({ checks: checksWith({ few_readings: { count: 28, measure: 3, readings } }) }),
      language,
    );
    expect(rowsOf(region)[0]?.textContent).toContain(text);
  },
);

test.each([
  [
    "it",
    "Da guardare",
    "Una lettura non si è aperta nel giorno previsto«Seconda lettura» doveva già essere aperta. Per aprirsi aspetta che tu pubblichi la fase precedente. Nessuno è nella giuria.Vedi 1",
    "Non si è ancora aperta",
  ],
  [
    "en",
    "To look at",
    "A reading did not open on the planned day“Second reading” should be open already. It waits until you release the stage before. Nobody is on the jury.See 1",
    "Has not opened yet",
  ],
] as const)(
  "a round that could not open needs attention with its obstacles, and does not run (%s)",
  async (language, region, text, state) => {
    const round = (number: number, it: string, en: string) => ({
      ...{ number, names: inLanguages(it, en), weight: null, final: false },
      stage: number === 1 ? "pre_selected" : "semifinalist",
    });
    await show(
      todayWith({
        checks: checksWith({ rounds_blocked: { count: 1 } }),
        rounds: [
          {
            ...round(1, "Prima lettura", "First reading"),
            ...{ opens: "2026-10-01T22:00:00.000Z", closes: "2026-11-30T23:00:00.000Z" },
          },
          {
            ...round(2, "Seconda lettura", "Second reading"),
            ...{ opens: "2026-12-20T23:00:00.000Z", closes: "2027-01-31T23:00:00.000Z" },
            obstacles: ["stage_unreleased", "no_projects", "no_jury"],
          },
        ] as Answer["rounds"],
      }),
      language,
    );
    const [row] = rowsOf(region);
    expect(row?.textContent).toContain(text);
    const link = within(row as HTMLElement).getByRole("link");
    expect(link.getAttribute("href")).toBe("/dashboard/regia/edizione/letture");
    const phase = screen.getByText(state).closest("li");
    expect(phase?.textContent).toContain(language === "it" ? "Seconda lettura" : "Second reading");
  },
);

test("an empty jury is normal before the evaluation, without a claim that evaluators read", async () => {
  const few_readings = {
    ...{ measure: 3, normal: { count: 28, until: "2027-03-11T23:00:00.000Z" } },
    readings: { missing: 84, possible: 0 },
  };
  await show(todayWith({ checks: checksWith({ few_readings }) }));
  const [row] = rowsOf("Per ora normale");
  expect(row?.textContent).toContain("la giuria non c’è ancora");
  expect(row?.textContent).not.toContain("si sta ancora leggendo");
});

test("unknown records of the sender domain do not count as fine", async () => {
  await show(todayWith({ checks: checksWith({ sender_domain: { known: false } }) }));
  const [row] = rowsOf("Da guardare");
  expect(row?.textContent).toMatch(/^\?non si sa.*finire nello spam/);
  const way = within(row as HTMLElement).getByRole("link", { name: /^Vedi Dominio/ });
  expect(way.getAttribute("href")).toBe("/dashboard/regia/email");
  expect(
    screen.getByText(
      new RegExp(`^${CHECK_NAMES.length - 1} controlli sono a posto, di uno non si sa\\.`),
    ),
  ).toBeTruthy();
});

test("stuck emails show at the top, one ring each, and other problems follow, worst first", async () => {
  const { container } = await show(TROUBLE);
  expect(title()).toBe("37 email ferme.");
  expect(container.querySelector("[data-alarm]")?.textContent).toContain("421 4.7.0 Too many");
  expect(screen.getByText(/La prima aspetta da 36 minuti/)).toBeTruthy();
  const way = screen.getByRole("link", { name: "Vedi 37 email ferme." });
  expect(way.getAttribute("href")).toBe("/dashboard/regia/email?state=stuck");
  expect(
    container.querySelectorAll("[style*='--share: 0'], [style*='--share']").length,
  ).toBeGreaterThanOrEqual(37);
  const rows = rowsOf("Altre 5 cose");
  expect(rows.map((row) => within(row).getByRole("heading").textContent)).toEqual([
    "La copia di sicurezza ha 1 giorno e 7 ore",
    "Complete, non inviate",
    "Caricamenti interrotti",
    "Lo stesso file rifiutato più volte",
    "Indirizzi che respingono le email",
  ]);
  const words = rows.map((row) => /fermo|scade|aspetta/.exec(row.textContent ?? "")?.[0]);
  expect(words).toEqual(["fermo", "scade", "scade", "scade", "aspetta"]);
  expect(
    screen.getByText(new RegExp(`^${CHECK_NAMES.length - 6} controlli sono a posto\\.`)),
  ).toBeTruthy();
});

test("a row of Today links to the list that it counts, if there is one", async () => {
  await show(TROUBLE);
  const links = rowsOf("Altre 5 cose").map((row) => within(row).queryByRole("link"));
  expect(links.map((link) => link?.getAttribute("href"))).toEqual([
    undefined,
    "/dashboard/regia/candidature?state=complete&due=soon",
    "/dashboard/regia/candidature?trouble=interrupted&due=ahead",
    "/dashboard/regia/candidature?trouble=refused&due=ahead",
    "/dashboard/regia/email?address=rejecting",
  ]);
  expect(links[1]?.textContent).toMatch(/^Vedi 63/);
});

test.each([
  ["it", "Altre 5 cose", "riga", "apri"],
  ["en", "5 other things", "row", "open"],
] as const)(
  "the rows of Today are reached and opened with the keys shown beside them (%s)",
  async (language, name, ...hints) => {
    await show(TROUBLE, language);
    const region = attention(name);
    const keys = region.getByRole("list", {
      name: language === "it" ? "Scorciatoie" : "Shortcuts",
    });
    for (const hint of hints) expect(keys.textContent).toContain(hint);
    const [, list] = region.getAllByRole("list");
    if (!list) throw new Error("no rows");
    fireEvent.keyDown(list, { key: "j" });
    const [first, second] = within(list).getAllByRole("listitem");
    expect(document.activeElement).toBe(first);
    // The check "age of a backup" has no list, so Enter opens nothing.
    fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
    expect(push).not.toHaveBeenCalled();
    fireEvent.keyDown(document.activeElement as Element, { key: "j" });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
    expect(push).toHaveBeenCalledWith("/dashboard/regia/candidature?state=complete&due=soon");
    push.mockClear();
  },
);

test("numbers update every 30 seconds, but rows stay while the user points at them", async () => {
  await show(TROUBLE);
  const region = screen.getByRole("region", { name: "Altre 5 cose" });
  const page = region.parentElement as HTMLElement;
  fireEvent.pointerEnter(page);
  answer = () =>
    Response.json(todayWith({ checks: checksWith({ complete_not_sent: { count: 64 } }) }));
  await later();
  const rows = rowsOf("Altre 5 cose");
  expect(rows).toHaveLength(5);
  expect(within(rows[1] as HTMLElement).getByRole("link", { name: /^Vedi 64/ })).toBeTruthy();
  fireEvent.pointerLeave(page);
  expect(title()).toBe("Una cosa da guardare.");
  expect(rowsOf("Da guardare")).toHaveLength(1);
});

test("a failed refetch of Today is shown with the age of the numbers, which stay", async () => {
  await show(TROUBLE);
  answer = () => Response.json({ code: "server_error", message: "", data: {} }, { status: 500 });
  await later();
  expect(screen.getByText(/Questi dati sono delle 21:40/)).toBeTruthy();
  expect(title()).toBe("37 email ferme.");
  answer = () => Response.json(todayWith());
  fireEvent.click(screen.getByRole("button", { name: "Riprova" }));
  await vi.waitFor(() => expect(title()).toBe("Tutto a posto."));
  expect(screen.queryByText(/Questi dati/)).toBeNull();
});

test("a Today page that never loaded says so and can be retried", async () => {
  answer = () => Response.json({ code: "server_error", message: "", data: {} }, { status: 500 });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderWithWords(
    <QueryClientProvider client={client}>
      <Today />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Non siamo riusciti a leggere che cosa succede.")).toBeTruthy();
  answer = () => Response.json(todayWith());
  fireEvent.click(screen.getByRole("button", { name: "Riprova" }));
  expect(await screen.findByRole("heading", { name: "Tutto a posto." })).toBeTruthy();
});

test("without an opening date, evaluators already read while the call is open", async () => {
  const today = todayWith();
  await show({ ...today, edition: today.edition && { ...today.edition, evaluationOpensAt: null } });
  const phases = attention("A che punto siamo").getAllByRole("listitem");
  expect(phases[1]?.textContent).toContain("In corso: 12 persone non hanno ancora chiuso");
});

test("phases are listed with their dates and progress", async () => {
  await show(todayWith());
  const where = attention("A che punto siamo");
  expect(where.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Candidature1º\u00a0luglio – 31\u00a0dicembre, 24:00Aperta: ancora 2 ore e 20 minuti",
    "Valutazione1º\u00a0dicembre – 3\u00a0marzo\u00a02027, 24:00In corso: 12 persone non hanno ancora chiuso",
    "Vincitori16\u00a0marzo\u00a02027Fra 74 giorni e 2 ore",
  ]);
  const ahead = attention("Che cosa parte in automatico").getAllByRole("listitem");
  expect(ahead[1]?.textContent).toContain("Oggi 24:00");
  expect(ahead[1]?.textContent).toContain("ancora per 15 minuti");
});

test("the daily numbers are also in a table, without future days", async () => {
  await show(
    todayWith({
      days: {
        ...todayWith().days,
        rows: todayWith().days.rows.map((row) => ({ ...row, today: row.left === 20 })),
      },
    }),
  );
  const table = screen.getByRole("table", { hidden: true });
  const rows = within(table).getAllByRole("row", { hidden: true });
  expect(rows).toHaveLength(32);
  expect(rows[1]?.textContent).toBe("30312000");
  expect(rows.at(-1)?.textContent).toBe("0100");
  expect(screen.getByText(/erano state inviate 121 candidature/)).toBeTruthy();
});

test("the daily drawing has a value axis, and a line of the previous edition before and after today", async () => {
  const { days } = todayWith();
  const rows = days.rows.map((row) => ({ ...row, today: row.left === 20 }));
  await show(todayWith({ days: { ...days, rows } }));
  const drawing = screen.getByRole("img", { name: /^cominciate/ });
  expect(drawing.parentElement?.textContent).toMatch(/^\d+ al giorno$/);
  const arcs = [...drawing.querySelectorAll("path")].map((path) => path.getAttribute("d") ?? "");
  expect(arcs.map((arc) => arc.split("M").length - 1)).toEqual([31, 11, 20]);
});

const DATES = { opensAt: "2026-06-30T22:00:00.000Z", closesAt: "2026-12-31T23:00:00.000Z" };
const NOTHING_SENT = { begun: 3, complete: 0, sent: 0 };
test.each([
  ["before applications open", null, "2026-06-01T10:00:00.000Z", 2, NOTHING_SENT, "first"],
  [
    "before the first application is sent",
    null,
    "2026-07-10T10:00:00.000Z",
    2,
    NOTHING_SENT,
    "first",
  ],
  ["from the first sent application", null, "2026-08-10T10:00:00.000Z", 1, undefined, "one"],
  ["after applications close", null, "2027-01-10T10:00:00.000Z", 2, undefined, "two"],
  [
    "before its own opening",
    "2027-01-09T23:00:00.000Z",
    "2027-01-05T10:00:00.000Z",
    2,
    undefined,
    "in",
  ],
  [
    "opened while applications arrive",
    "2026-11-30T23:00:00.000Z",
    "2026-12-05T10:00:00.000Z",
    1,
    undefined,
    "one",
  ],
  [
    "with all evaluators closed",
    "2026-11-30T23:00:00.000Z",
    "2027-02-05T10:00:00.000Z",
    0,
    undefined,
    "none",
  ],
  ["after its end", null, "2027-03-05T10:00:00.000Z", 1, undefined, "over"],
] as const)(
  "Where we are says what is true of the evaluation %s",
  async (_, evaluationOpensAt, at, evaluators, applications, state) => {
    const edition = {
      ...{ year: 2026, state: "open" as const, graceMinutes: 15, ...DATES, evaluationOpensAt },
      ...{ evaluationClosesAt: "2027-03-03T23:00:00.000Z", awardedAt: "2027-03-15T23:00:00.000Z" },
    };
    const SAID = {
      first: "Starts with the first sent application",
      one: "Under way: 1 evaluator has not closed",
      two: "Under way: 2 evaluators have not closed",
      none: "Under way: no evaluator still has to close",
      in: "In 4 days and 13 hours",
      over: "Over",
    };
    const own = { at, edition, evaluators, ...(applications && { applications }) };
    await show(todayWith(own), "en");
    const phase = screen.getByRole("heading", { name: "Evaluation" }).closest("li");
    const [dates, said] = [...(phase?.querySelectorAll("p") ?? [])].map((one) => one.textContent);
    expect(said).toBe(SAID[state]);
    // If the evaluation has no opening date, the page shows no start date, which would contradict the running
    // evaluation.
    expect(/ – /.test(dates ?? "")).toBe(evaluationOpensAt !== null);
  },
);

test.each([
  ["it", /29\sdic/, "oggi, 31 dic", /^inviate, 1º?\sdic – 31\sdic: al massimo 30/],
  ["en", /29\sDec/, "today, 31 Dec", /^sent, from 1\sDec to 31\sDec: at most 30/],
] as const)(
  "the daily drawing has dates below it and says what it shows (%s)",
  async (language, near, today, drawn) => {
    await show(todayWith(), language);
    expect(screen.getByRole("img", { name: drawn })).toBeTruthy();
    const dates = screen.getByText(today).parentElement as HTMLElement;
    expect(dates.textContent).toMatch(language === "it" ? /^1º?\sdic/ : /^1\sDec/);
    // A date near today is left out, because it would overlap today's date.
    expect(dates.textContent).not.toMatch(near);
    expect(dates.children.length).toBeGreaterThan(3);
  },
);

test.each([
  ["it", /: Seconda lettura/, /Seconda lettura in corso.*2 persone non hanno ancora chiuso/],
  ["en", /: Second reading/, /Second reading is running.*2 evaluators still have to close/],
] as const)(
  "with several rounds, the checks about the jury and the phases name the running one (%s)",
  async (language, check, phase) => {
    const round = {
      ...({ number: 2, stage: "semifinalist", weight: null, final: false } as const),
      ...{ opens: "2026-12-20T09:00:00.000Z", closes: "2027-01-20T23:00:00.000Z" },
      names: inLanguages("Seconda lettura", "Second reading"),
    } satisfies Answer["round"];
    const checks = checksWith({ evaluators_late: { count: 1 } });
    const first = {
      ...{ ...round, number: 1, stage: "pre_selected" as const, final: true },
      ...{ opens: "2026-11-30T23:00:00.000Z", closes: "2026-12-20T23:00:00.000Z" },
      names: inLanguages("Prima lettura", "First reading"),
    };
    await show(todayWith({ round, rounds: [first, round], evaluators: 2, checks }), language);
    expect(await screen.findByRole("heading", { level: 3, name: check })).toBeDefined();
    expect(screen.getByText(phase)).toBeDefined();
    const phases = screen
      .getAllByRole("listitem")
      .filter((item) =>
        within(item).queryByRole("heading", { level: 3, name: /^\w+ (lettura|reading)$/ }),
      );
    const over = MESSAGES[language].staff.today.over;
    expect(phases.map((item) => item.textContent?.includes(over))).toEqual([true, false]);
  },
);
