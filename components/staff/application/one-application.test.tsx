import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { arcPath } from "@/components/ui/figures/step-arc";
import { perLanguage } from "@/contract/languages";
import { fieldNames } from "@/contract/project/field-names";
import { FIELD_NAMES, isFileField } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import type { ActivityEntry, Application } from "@/contract/staff/application";
import { getApplication } from "@/contract/staff/application";
import { getSelection } from "@/contract/staff/selection";
import { readOf } from "@/lib/api/query";
import { expectAccessible } from "@/tests/support/axe";
import { EVERY_FIELD, shownAnswers } from "@/tests/support/people/every-field";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { OneApplication } from "./one-application";

const where = vi.hoisted(() => ({ search: "", pushed: [] as string[] }));
vi.mock("@/lib/i18n/navigation", () => ({
  Link: ({ scroll: _, prefetch: __, ...props }: Record<string, unknown>) => <a {...props} />,
  useRouter: () => ({ push: (address: string) => where.pushed.push(address) }),
}));
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(where.search),
}));
beforeEach(() => {
  where.search = "view=happened";
  where.pushed = [];
});
afterEach(() => void vi.unstubAllGlobals());

const at = (time: string) => `2026-12-31T${time}:00.000Z`;
const MAIL = {
  kind: "mail",
  lane: "mail",
  at: at("19:00"),
  left: null,
  id: "m",
  subject: "La tua nuova scadenza",
  state: "stuck",
  attempts: 76,
  says: "CONN 421",
  resend_blocker: null,
} as const;
const HAPPENED: ActivityEntry[] = [
  {
    kind: "act",
    lane: "staff",
    at: at("21:14"),
    act: "edition.extend",
    who: "Rita Neri",
    reason: "Linea caduta",
    line: 9,
  },
  MAIL,
  {
    kind: "event",
    lane: "file",
    at: at("20:36"),
    type: "file_refused",
    facts: { field: "video", name: "due-minuti.mov", code: "file_too_long", found: 131 },
  },
  {
    kind: "event",
    lane: "person",
    at: at("20:39"),
    type: "saved",
    facts: { saves: 3, since: at("20:31") },
  },
];
const APPLICATION: Application = {
  id: "1",
  name: "Filò",
  person_id: "u1",
  language: "it",
  sent_at: null,
  phone: null,
  answers: {},
  readings: null,
  outcomes: [],
  earlier: false,
  shared_phones: [],
  person: "Giulia Ferraro",
  email: "giulia@filo.example",
  number: "2026-000087",
  state: "changed",
  steps: Array.from({ length: 5 }, () => ({ filled: 1, required: 2 })),
  saved_at: at("20:39"),
  extended_until: "2027-01-02T17:00:00.000Z",
  troubles: [],
  tags: [],
  owner: null,
  notes: 0,
  edition: 2026,
  current: true,
  deadline_at: "2027-01-02T17:00:00.000Z",
  closes_at: at("23:00"),
  time_zone: null,
  readable: "yes",
  happened: HAPPENED,
  versions: [
    {
      number: "2026-000087",
      sent_at: at("17:42"),
      sha256: "5b0e91c4".repeat(8),
      current: true,
      changes: [{ field: "obiettivi", before: "venti laboratori", after: "quaranta laboratori" }],
    },
  ],
  draft_changes: ["obiettivi", "video"],
  files: [
    {
      id: "f",
      field: "pitch",
      name: "filo.pdf",
      size: 8_808_038,
      pages: 14,
      duration: null,
      uploaded_at: at("10:07"),
      in_draft: false,
      missing: false,
    },
  ],
  coverage: { read: 5, begun: 1, recused: 1, unread: 5, missed: 0 },
  jury: { all: 12, closed: 2, open: false, early: false },
  result: null,
  decisions: [],
  feedback: [],
};

const newClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });

function show(
  application: Partial<Application> = {},
  locale: "it" | "en" = "it",
  client = newClient(),
) {
  const { id = "1" } = application;
  const { queryKey } = readOf(getApplication, { locale, params: { id } });
  client.setQueryData(queryKey, { ...APPLICATION, ...application });
  return renderWithWords(
    <QueryClientProvider client={client}>
      <OneApplication id={id} programme="Slancio" />
    </QueryClientProvider>,
    locale,
  );
}

describe("one application for staff", () => {
  test("an application shows its state and its deadline in Rome's time", () => {
    show();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Filò");
    expect(screen.getByText("cambiata dopo l’invio")).toBeDefined();
    expect(screen.getByText(/2 gennaio.*18:00, ora di Roma/)).toBeDefined();
    expect(screen.getByText(/Quella di tutti: 31 dicembre 2026, 24:00/)).toBeDefined();
  });

  test("each step is an arc filled by its share, beside its name and its count", () => {
    const steps = [7, 1, 2, 5, 1].map((required) => ({ filled: required === 2 ? 1 : 0, required }));
    const { container } = show({ steps });
    const drawn = [...container.querySelectorAll("header li")].map((step) => [
      step.textContent,
      ...[...step.querySelectorAll("path")].map((path) => path.getAttribute("d")),
    ]);
    expect(drawn).toEqual([
      ["1 Idea 0 di 7", arcPath()],
      ["2 Sfida 0 di 1", arcPath()],
      ["3 Documenti 1 di 2", arcPath(), arcPath(0.5)],
      ["4 Referente 0 di 5", arcPath()],
      ["5 Team 0 di 1", arcPath()],
    ]);
  });

  test.each([
    ["America/Lima", "it", "Nell’ora locale di chi si candida: 2 gennaio alle ore 12:00 GMT-5."],
    ["America/Lima", "en", "In the applicant’s local time: 2 January at 12:00 GMT-5."],
    // Berlin and Rome have the same time, so the page shows no second time.
    ["Europe/Berlin", "en", null],
  ] as const)(
    "an applicant in the time zone %s sees their own time (%s)",
    (time_zone, locale, words) => {
      show({ time_zone }, locale);
      expect(screen.queryByText(/ora locale di|local time/)?.textContent?.trim() ?? null).toBe(
        words,
      );
    },
  );

  test("the activity shows the lane's name first, the reasons of staff, and failed emails", () => {
    show();
    const rows = screen.getAllByRole("listitem").map((row) => row.textContent ?? "");
    const row = (words: string) => rows.find((text) => text.includes(words)) ?? "";
    expect(row("Rita Neri")).toMatch(
      /^Regia: Rita Neri ha prorogato la scadenza.*«Linea caduta».*22:14$/,
    );
    expect(row("nuova scadenza")).toMatch(/^Email:.*ferma dopo 76 tentativi.*CONN 421/);
    expect(row("rifiutato")).toMatch(
      /^File: Video pitch: file rifiutato.*due-minuti\.movIl video dura 2:11: il massimo è 2:00\./,
    );
    expect(row("salvataggi")).toMatch(/^Persona: 3 salvataggi.*Tra le 21:31 e le 21:39/);
  });

  test("a changed answer is in the applicant's language, a changed option in the page's", () => {
    const [version] = APPLICATION.versions;
    const changes = [
      { field: "obiettivi", before: "ten workshops", after: "twenty workshops" },
      { field: "stage", before: "stage-concept", after: "stage-ready" },
    ];
    show({ language: "en", versions: version ? [{ ...version, changes }] : [] });
    expect(screen.getByText("ten workshops").lang).toBe("en");
    expect(screen.getByText("twenty workshops").lang).toBe("en");
    const { options } = MESSAGES.it;
    expect(screen.getByText(options["stage-ready"]).tagName).toBe("INS");
    expect(screen.getByText(options["stage-concept"]).tagName).toBe("DEL");
  });

  test("a version shows its changes, and the draft only the names of changed fields", () => {
    const { container } = show();
    expect(container.querySelector("del")?.textContent).toBe("venti laboratori");
    expect(container.querySelector("ins")?.textContent).toBe("quaranta laboratori");
    expect(screen.getByText("2 campi cambiati: Obiettivi, Video pitch.")).toBeDefined();
  });

  test("the coverage draws one anonymous ring per evaluator by state, with the same text", () => {
    const { container } = show();
    const rings = [
      ...container.querySelectorAll(
        "[data-state='read'], [data-state='begun'], [data-state='recused'], [data-state='unread']",
      ),
    ];
    expect(rings.map((ring) => ring.getAttribute("data-state")?.[0]).join("")).toBe("rrrrrbruuuuu");
    expect(screen.getByText(/5 l’hanno letta, 1 è a metà, 1 si astiene, 5 devono/)).toBeDefined();
  });

  test("the coverage is hidden while the number of readings is secret", () => {
    show({ coverage: null });
    const part = screen.getByRole("region", { name: "Chi l’ha letta" });
    expect(within(part).getByText(/abbastanza persone in giuria/)).toBeDefined();
  });

  test.each([
    [
      { jury: { all: 12, closed: 1, open: false, early: false } },
      "Valutazioni chiuse: 1 su 12. I voti si vedono",
    ],
    [{ jury: { all: 12, closed: 12, open: true, early: false } }, "Ha chiuso tutta la giuria."],
    [
      { jury: { all: 12, closed: 4, open: true, early: true } },
      "ha aperto la classifica in anticipo. Valutazioni chiuse: 4 su 12.",
    ],
    [
      { jury: { all: 12, closed: 4, open: true, early: false } },
      "La lettura è stata chiusa. Valutazioni chiuse: 4 su 12.",
    ],
    [{ coverage: null, readable: "unsent" }, "Chi valuta legge solo ciò che è inviato."],
    [{ coverage: null, readable: "withdrawn" }, "Chi valuta non legge una candidatura ritirata."],
    [{ coverage: null, readable: "deactivated" }, "la candidatura di un account disattivato"],
    [{ coverage: null, readable: "erased" }, "Chi valuta non legge una candidatura cancellata."],
  ] satisfies [Partial<Application>, string][])(
    "the outcome shows the progress of the jury: %j",
    (given, words) => {
      show(given);
      const part = screen.getByRole("region", { name: "Chi l’ha letta" });
      expect(part.textContent).toContain(words);
      expect(screen.queryByRole("region", { name: "Esito" })).toBeNull();
    },
  );

  test.each([
    [
      "it",
      "Esito",
      "semifinale",
      /^3º in classifica su 28: 71,5 calibrata, 70,0 di media, 2 letture\./,
    ],
    ["en", "Outcome", "semifinal", /^Rank 3 of 28: calibrated mean 71.5, raw mean 70.0, 2/],
  ] as const)(
    "the outcome shows rank and decisions, released or not, and the activity shows the release (%s)",
    (locale, name, stage, rank) => {
      const facts = { stage: "semifinalist", outcome: "selected", correction: false };
      show(
        {
          jury: { all: 2, closed: 2, open: true, early: false },
          round: {
            ...{
              number: 1,
              names: perLanguage((each) => (each === "en" ? "First reading" : "Prima lettura")),
            },
            ...{ stage: "pre_selected", opens: null, closes: null, weight: null, final: false },
          },
          result: {
            ...{ rank: 3, calibrated: 71.5, mean: 70, readings: 2, of: 28 },
            through: { stage: "pre_selected", count: 14, last: { rank: 14, calibrated: 63.1 } },
            criteria: { impact: 7.5, utility: 7, feasibility: 6, scalability: 5, innovation: 4 },
            criteria_all: {
              impact: 6.25,
              utility: 6,
              feasibility: 6,
              scalability: 6,
              innovation: 6,
            },
          },
          decisions: [
            { ...facts, stage: "semifinalist", outcome: "selected", released_at: at("19:28") },
            { correction: false, stage: "finalist", outcome: "not_selected", released_at: null },
          ],
          happened: [{ kind: "event", lane: "person", at: at("19:28"), type: "decision", facts }],
        },
        locale,
      );
      const part = screen.getByRole("region", { name });
      expect(within(part).getByText(rank)).toBeDefined();
      const link = within(part).getByRole("link", { name: /selezione|selection/ });
      expect(link.getAttribute("href")).toBe("/dashboard/regia/selezione?edition=2026&round=1");
      const through =
        locale === "it" ? /passano in 14, l’ultimo è 14º/ : /14 projects are through.*rank 14/;
      expect(within(part).getByText(through)).toBeDefined();
      const [own] = within(part).getAllByRole("definition");
      expect(own?.textContent).toBe(locale === "it" ? "7,5 (6,3)" : "7.5 (6.3)");
      const [released, planned] =
        locale === "it" ? [/^Pubblicato/, /non pubblicato/] : [/^Released/, /not released/];
      expect(within(part).getByText(released)).toBeDefined();
      expect(within(part).getByText(planned)).toBeDefined();
      expect(screen.getAllByText(new RegExp(stage))).not.toHaveLength(0);
      const told =
        locale === "it" ? "Esito pubblicato: in semifinale" : "Outcome released: in the semifinal";
      expect(screen.getByText(told)).toBeDefined();
    },
  );

  test("the activity shows the newest events first, and the rest on request", () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ ...MAIL, id: String(index) }));
    show({ happened: many });
    expect(screen.getAllByText("«La tua nuova scadenza»")).toHaveLength(20);
    fireEvent.click(screen.getByRole("button", { name: "Mostra altre 5 voci" }));
    expect(screen.getAllByText("«La tua nuova scadenza»")).toHaveLength(25);
  });

  test("an empty or withdrawn application has its English texts", () => {
    show(
      {
        name: "",
        state: "withdrawn",
        readable: "unsent",
        coverage: null,
        happened: [],
        versions: [],
        files: [],
        draft_changes: [],
        deadline_at: at("23:00"),
      },
      "en",
    );
    for (const words of [
      "Nothing yet.",
      "No files.",
      "Nothing has been sent yet.",
      "Evaluators read only what is sent.",
      "It is the general deadline.",
    ]) {
      expect(screen.getByText(words)).toBeDefined();
    }
  });
});

/** Fakes the back end: the answer to a request depends on the end of the request's path. */
function answer(answers: Record<string, object>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    const found = Object.keys(answers).find((end) => pathname.endsWith(end));
    return found ? Response.json(answers[found]) : new Response(null, { status: 500 });
  });
  return asked;
}
const VERSION = {
  number: "2026-000087",
  sent_at: at("17:42"),
  project: EVERY_FIELD,
  before: {},
  renditions: {},
  missing: [],
};
const OLDER = { ...APPLICATION.versions[0]!, number: "2026-000012", current: false, changes: [] };
const versions = [APPLICATION.versions[0]!, OLDER];

describe("what was sent", () => {
  test.each(["it", "en"] as const)(
    "a sent version shows every answer in the order of the five steps, with its files (%s)",
    async (locale) => {
      where.search = "";
      answer({ "/versions/2026-000087/answers": VERSION });
      show({}, locale);
      const { short } = fieldNames(locale);
      const { [locale]: words } = MESSAGES;
      const options: Record<string, string> = words.options;
      const sheet = await screen.findByRole("article");
      await within(sheet).findByText(short.nome);
      const shown = within(sheet)
        .getAllByRole("term")
        .map((term) => term.parentElement?.textContent);
      const answers = shownAnswers(short, (value) => options[value] ?? value);
      expect(shown).toEqual(answers.map(({ name, value }) => `${name}${value}`));
      const heads = within(sheet).getAllByRole("heading", { level: 2 });
      expect(heads.map((head) => head.id)).toEqual(
        "idea challenge documents contact team".split(" "),
      );
      for (const field of FIELD_NAMES.filter(isFileField)) {
        const { id, name } = EVERY_FIELD[field] as ProjectFile;
        const link = within(sheet).getByRole("link", { name });
        expect(link.getAttribute("href")).toContain(`/versions/2026-000087/files/${id}`);
      }
      const [member] = EVERY_FIELD.team;
      for (const word of [member?.name, member?.role, member?.phone]) {
        expect(sheet.textContent).toContain(word);
      }
      expect(sheet.textContent).toContain(options[member?.age ?? ""]);
    },
  );

  test("a later version marks what changed, and an earlier one is chosen by its link", async () => {
    where.search = "search=lana";
    answer({
      "/2026-000087/answers": { ...VERSION, before: { obiettivi: "Prima", logo: null } },
      "/2026-000012/answers": { ...VERSION, missing: ["file-pitch"] },
    });
    const { unmount } = show({ versions });
    const sheet = await screen.findByRole("article");
    const text = "2 campi cambiati rispetto alla versione 1: Obiettivi, Logo.";
    expect(await within(sheet).findByText(text)).toBeDefined();
    expect(within(sheet).getByText("Prima").closest("details")).not.toBeNull();
    const link = within(sheet).getByRole("link", { name: "Versione 1" }).getAttribute("href");
    expect(link).toBe("?search=lana&view=sent&version=2026-000012");
    const read = screen.getAllByRole("link", { name: "Leggi" })[1]?.getAttribute("href");
    expect(read).toBe(`${link}#submission`);
    unmount();
    where.search = String(link).slice(1);
    window.location.hash = "submission";
    show({ versions });
    const older = await screen.findByRole("article");
    expect(document.activeElement).toBe(older);
    window.location.hash = "";
    expect(await within(older).findByText("superata da una versione più recente")).toBeDefined();
    // The deck of an earlier version is deleted, so it has no link.
    expect(await within(older).findByText(/pitch\.ppt non si conserva,/)).toBeDefined();
    expect(within(older).queryByRole("link", { name: "pitch.ppt" })).toBeNull();
    expect(within(older).getByRole("link", { name: "video.ppt" })).toBeDefined();
  });

  test.each([
    ["unsent", "Non ha ancora inviato niente."],
    ["withdrawn", "Ritirata: risposte e file sono chiusi."],
    ["deactivated", "Account disattivato: risposte e file sono chiusi."],
    ["erased", "Risposte e file sono stati cancellati."],
  ] as const)("an application that is %s is closed and requests no answer", (readable, title) => {
    where.search = "view=sent";
    const asked = answer({});
    show({ readable });
    expect(screen.getByRole("heading", { name: title })).toBeDefined();
    expect(screen.queryByRole("article")).toBeNull();
    expect(screen.queryByRole("link", { name: "Leggi" })).toBeNull();
    expect(asked.filter((path) => path.includes("/versions/"))).toEqual([]);
  });

  test("a version that fails to load says so and can be tried again", async () => {
    where.search = "view=sent";
    vi.stubGlobal("fetch", async () =>
      Response.json({ code: "not_found", message: "", data: { status: 404 } }, { status: 404 }),
    );
    show();
    expect(await screen.findByText("Non siamo riusciti ad aprire questa versione.")).toBeDefined();
    answer({ "/answers": VERSION });
    fireEvent.click(screen.getByRole("button", { name: "Riprova" }));
    expect(await screen.findByText("CTO")).toBeDefined();
  });
});

describe("previous and next", () => {
  const around = {
    ...{ place: 12, total: 38 },
    ...{ previous: { id: "p", name: "Prima" }, next: { id: "n", name: "" } },
  };

  test("the neighbours keep the list's query, as links and as shortcuts", async () => {
    where.search = "state=sent&search=lana&after=x&view=happened&version=y";
    const asked = answer({ "/neighbours": around });
    show();
    expect(await screen.findByText("12 di 38")).toBeDefined();
    expect(asked).toContain(
      "/wp-json/wp/v2/staff/applications/1/neighbours?state=sent&search=lana",
    );
    const page = (id: string) => `/dashboard/regia/candidature/${id}?state=sent&search=lana`;
    expect(screen.getByRole("link", { name: "Precedente: Prima" }).getAttribute("href")).toBe(
      page("p"),
    );
    const back = screen.getByRole("link", { name: "Candidature" }).getAttribute("href");
    expect(back).toBe("/dashboard/regia/candidature?state=sent&search=lana");
    fireEvent.keyDown(document.body, { key: "j" });
    fireEvent.keyDown(document.body, { key: "j", ctrlKey: true });
    expect(where.pushed).toEqual([page("n")]);
    cleanup();
    show();
    await screen.findByText("12 di 38");
    fireEvent.keyDown(document.body, { key: "K" });
    expect(where.pushed).toEqual([page("n"), page("p")]);
  });

  test("keys pressed while the next application loads are kept, and end with the list", async () => {
    where.search = "view=happened";
    const ids = ["1", "2", "3", "4"];
    const nameOf = (id: string | undefined) => (id ? { id, name: `Progetto ${id}` } : null);
    vi.stubGlobal("fetch", async (request: Request) => {
      const id = /applications\/(\w+)/.exec(request.url)?.[1] ?? "";
      const at = ids.indexOf(id);
      const [previous, next] = [nameOf(ids[at - 1]), nameOf(ids[at + 1])];
      return Response.json({ place: at + 1, total: 4, previous, next });
    });
    const page = (id: string) => `/dashboard/regia/candidature/${id}`;
    show();
    await screen.findByText("1 di 4");
    for (let count = 0; count < 5; count += 1) fireEvent.keyDown(document.body, { key: "j" });
    // The page of the next application is not loaded yet, so the five key presses have opened only this page. Opening
    // another page now would skip an application.
    expect(where.pushed).toEqual([page("2")]);
    for (const [at, id] of ids.slice(1).entries()) {
      cleanup();
      show({ id });
      await screen.findByText(`${at + 2} di 4`);
    }
    expect(where.pushed).toEqual(ids.slice(1).map(page));
    // The list has four applications, so the fifth key press had no effect.
    fireEvent.keyDown(document.body, { key: "k" });
    expect(where.pushed.at(-1)).toBe(page("3"));
  });

  test("kept keys do not follow the reader to an application opened another way", async () => {
    where.search = "view=happened";
    answer({ "/neighbours": around });
    show();
    await screen.findByText("12 di 38");
    for (const key of ["j", "j"]) fireEvent.keyDown(document.body, { key });
    cleanup();
    show({ id: "elsewhere" });
    await screen.findByText("12 di 38");
    expect(where.pushed).toHaveLength(1);
  });

  test("from the ranking, the neighbours follow the ranking", async () => {
    where.search = "from=selection&view=happened";
    const rows = ["a", "1", "b"].map((id) => ({ id, name: `Progetto ${id}` }));
    const { queryKey } = readOf(getSelection, { locale: "it", query: { edition: 2026 } });
    const client = newClient();
    client.setQueryData(queryKey, { results: { rows } } as never);
    show({}, "it", client);
    expect(await screen.findByText("2 di 3")).toBeDefined();
    const next = screen.getByRole("link", { name: "Successiva: Progetto b" });
    expect(next.getAttribute("href")).toBe("/dashboard/regia/candidature/b?from=selection");
    expect(screen.getByRole("link", { name: "Selezione" }).getAttribute("href")).toBe(
      "/dashboard/regia/selezione?edition=2026",
    );
  });

  test("at the end of the list there is no next, and its key does nothing", async () => {
    answer({ "/neighbours": { ...around, place: 38, next: null } });
    show();
    await screen.findByText("38 di 38");
    expect(screen.queryByRole("link", { name: /^Successiva/ })).toBeNull();
    fireEvent.keyDown(document.body, { key: "j" });
    expect(where.pushed).toEqual([]);
  });
});

test.each([
  ["it", "Voti per numero di chi valuta", "Persona 2", "78,5"],
  ["en", "Scores by evaluator number", "Evaluator 2", "78.5"],
] as const)(
  "once the ranking is open, scores by number and the reasons of recusals load on request (%s)",
  async (locale, title, voice, total) => {
    const scores = { impact: 9, utility: 8, feasibility: 7, scalability: 7, innovation: 8 };
    const one = { scores, total: 79.5, calibrated: 78.5 };
    const fetched = vi.fn(async () =>
      Response.json({
        evaluations: [1, 2].map((number) => ({ ...one, number })),
        recusals: ["Li conosco"],
      }),
    );
    vi.stubGlobal("fetch", fetched);
    const jury = { all: 2, closed: 2, open: true, early: false };
    const decisions: Application["decisions"] = [
      { stage: "semifinalist", outcome: "selected", correction: false, released_at: null },
    ];
    const { container } = show({ jury, decisions }, locale);
    const asked = () =>
      fetched.mock.calls.flat().filter((one) => (one as Request).url?.includes("/evaluations"));
    expect(asked()).toHaveLength(0);
    fireEvent.click(screen.getByText(title));
    const table = await screen.findByRole("table", { name: title });
    expect(within(table).getByRole("columnheader", { name: voice })).toBeDefined();
    expect(within(table).getAllByText(total)).toHaveLength(2);
    expect(within(table).getAllByRole("row")).toHaveLength(8);
    expect(screen.getByText("Li conosco")).toBeDefined();
    expect(asked()).toHaveLength(1);
    await expectAccessible(container);
    cleanup();
    show({ jury: { ...jury, open: false }, decisions }, locale);
    expect(screen.queryByText(title)).toBeNull();
  },
);

test("the head names the last outcome of the race and each prize", () => {
  const released = { correction: false, released_at: at("19:28") };
  show({
    decisions: [
      { stage: "finalist", outcome: "selected", ...released },
      { stage: "winner", outcome: "selected", ...released },
      { stage: "challenge_winner", outcome: "selected", ...released },
      { stage: "incubation", outcome: "not_selected", ...released },
      { stage: "winner", outcome: "not_selected", correction: true, released_at: null },
    ],
  });
  expect(screen.getByText(/vince, vince la sfida$/)).toBeDefined();
});
