import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { arcPath } from "@/components/ui/figures/step-arc";
import type { ActivityEntry, Application } from "@/contract/staff/application";
import { getApplication } from "@/contract/staff/application";
import { readOf } from "@/lib/api/query";
import { renderWithWords } from "@/tests/support/render";
import { OneApplication } from "./one-application";

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
  person: "Giulia Ferraro",
  email: "giulia@filo.example",
  number: "2026-000087",
  state: "changed",
  steps: Array.from({ length: 5 }, () => ({ filled: 1, required: 2 })),
  saved_at: at("20:39"),
  extended_until: "2027-01-02T17:00:00.000Z",
  troubles: [],
  edition: 2026,
  current: true,
  deadline_at: "2027-01-02T17:00:00.000Z",
  closes_at: at("23:00"),
  time_zone: null,
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
  jury: { all: 12, closed: 2, open: false },
  result: null,
  decisions: [],
};

function show(application: Partial<Application> = {}, locale: "it" | "en" = "it") {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  const { queryKey } = readOf(getApplication, { locale, params: { id: "1" } });
  client.setQueryData(queryKey, { ...APPLICATION, ...application });
  return renderWithWords(
    <QueryClientProvider client={client}>
      <OneApplication id="1" programme="Slancio" />
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
    // Berlin has the same time as Rome.
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
      { jury: { all: 12, closed: 1, open: false } },
      "Valutazioni chiuse: 1 su 12. I voti si vedono",
    ],
    [{ jury: { all: 12, closed: 12, open: true } }, "Ha chiuso tutta la giuria."],
    [
      { jury: { all: 12, closed: 4, open: true } },
      "ha aperto la classifica in anticipo. Valutazioni chiuse: 4 su 12.",
    ],
    [{ coverage: null, state: "begun" }, "Chi valuta legge solo ciò che è inviato."],
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
    ["it", "Esito", "semifinale", /^3º in classifica: 71,5 calibrata, 70,0 di media, 2 letture\./],
    ["en", "Outcome", "semifinal", /^Rank 3: calibrated mean 71.5, raw mean 70.0, 2/],
  ] as const)(
    "the outcome shows rank and decisions, released or not, and the activity shows the release (%s)",
    (locale, name, stage, rank) => {
      const facts = { stage: "semifinalist", outcome: "selected", correction: false };
      show(
        {
          jury: { all: 2, closed: 2, open: true },
          result: { rank: 3, calibrated: 71.5, mean: 70, readings: 2 },
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
      const [released, planned] =
        locale === "it" ? [/^Pubblicato/, /non pubblicato/] : [/^Released/, /not released/];
      expect(within(part).getByText(released)).toBeDefined();
      expect(within(part).getByText(planned)).toBeDefined();
      // In the head, in the outcome section, and in the activity.
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
      "It is the general deadline.",
    ]) {
      expect(screen.getByText(words)).toBeDefined();
    }
  });
});
