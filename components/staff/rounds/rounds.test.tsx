import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "next/navigation";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import type { ActionPreview } from "@/contract/staff/preview";
import type { StaffRound, StaffRounds } from "@/contract/staff/rounds";
import { expectAccessible } from "@/tests/support/axe";
import { inLanguages } from "@/tests/support/in-languages";
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
import { Rounds } from "./rounds";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: vi.fn(() => new URLSearchParams("edition=2026")),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: (props: object) => <a {...props} />,
}));

// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 5_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const ANNA = { id: "11111111-1111-4111-8111-111111111111", name: "Anna Ferrero", email: "a@x.it" };
const PAOLO = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "Paolo De Angelis",
  email: "p@x.it",
};
const ROUND: StaffRound = {
  ...{ number: 2, stage: "semifinalist", state: "to_come", reads: 1, weight: null, final: false },
  names: inLanguages("Seconda lettura", "Second reading"),
  ...{ opens: "2026-11-09T23:00:00.000Z", closes: "2026-11-20T23:00:00.000Z", closed_at: null },
  ...{
    readings: { own: null, planned: null, wanted: 3 },
    shows_earlier: false,
    public: false,
    ...{ feedback: false, band: false, discussion: false },
    projects: 50,
    evaluators: 1,
  },
  ...{ closed: 0, jury: [ANNA], obstacles: ["stage_unreleased"], removable: true },
};
const FIRST: StaffRound = {
  ...{ ...ROUND, number: 1, stage: "pre_selected", state: "open", reads: null, removable: false },
  ...{ names: inLanguages("Prima lettura", "First reading"), opens: null, obstacles: [] },
};
const NONE: StaffRounds = {
  ...{ edition: 2026, rounds: [], copies: [], next_opens: "2026-10-31T23:00:00.000Z", readings: 3 },
  stages: [
    { stage: "semifinalist", names: inLanguages("Seconda lettura", "Second reading") },
    { stage: "finalist", names: inLanguages("Terza lettura", "Third reading") },
  ],
  evaluators: [
    { ...ANNA, staff: false },
    { ...PAOLO, staff: true },
  ],
};
const PLAN: ActionPreview = {
  ...{ done: false, plan: HASH.one, at: "2026-10-17T08:30:00.000Z", count: 1, mails: [] },
  effects: [{ name: "round_projects", count: 0 }],
  ...{ cancelled: 0, against: [], line: null },
};

/** Fakes the back end's list of editions and rounds, and renders the page that reads both. */
async function shown(
  data: Partial<StaffRounds>,
  {
    language = "it",
    role = "staff",
    answer,
  }: {
    language?: Language;
    role?: Role;
    answer?: (body: { plan?: string }) => Response;
  } = {},
) {
  backEnd(answer ?? ((body) => (body.plan ? kept(PLAN) : Response.json(PLAN))), {
    ...{ editions: [{ year: 2026, current: true }] },
    ...{ ...NONE, ...data },
  });
  const made = page(<Rounds />, language, role);
  await screen.findByRole("button", { name: /^(Crea una lettura|Make a round)$/ });
  return made;
}

describe("an edition without rounds", () => {
  test.each([
    ["it", "Questa edizione ha una sola lettura.", "Crea una lettura"],
    ["en", "This edition has a single round.", "Make a round"],
  ] as const)(
    "says in %s that it has one reading, and offers the first round",
    async (language, title, make) => {
      const { container } = await shown({}, { language });
      expect(screen.getByText(title)).toBeTruthy();
      expect(screen.getByRole("button", { name: make })).toBeTruthy();
      await expectAccessible(container);
    },
  );

  test("the names follow the stage until the user writes others", async () => {
    await shown({});
    fireEvent.click(await act(/^Crea una lettura$/));
    const dialog = await screen.findByRole("dialog");
    const of = (label: string) => within(dialog).getByLabelText(label) as HTMLInputElement;
    fireEvent.change(of("Fase che decide"), { target: { value: "semifinalist" } });
    expect(of("Nome in italiano").value).toBe("Seconda lettura");
    fireEvent.change(of("Fase che decide"), { target: { value: "finalist" } });
    expect([of("Nome in italiano").value, of("Nome in inglese").value]).toEqual([
      "Terza lettura",
      "Third reading",
    ]);
    fireEvent.change(of("Nome in italiano"), { target: { value: "La finale" } });
    fireEvent.change(of("Fase che decide"), { target: { value: "semifinalist" } });
    expect(of("Nome in italiano").value).toBe("La finale");
  });

  test("a round is made with its days, its jury and its weight", async () => {
    await shown({});
    fireEvent.click(await act(/^Crea una lettura$/));
    const dialog = await screen.findByRole("dialog");
    const of = (label: RegExp | string) => within(dialog).getByLabelText(label) as HTMLInputElement;
    expect(posted).toEqual([]);
    fireEvent.change(of("Fase che decide"), { target: { value: "semifinalist" } });
    expect(of("Primo giorno").value).toBe("2026-11-01");
    fireEvent.change(of("Ultimo giorno, compreso"), { target: { value: "2026-11-20" } });
    fireEvent.change(of(/^Peso di questa lettura/), { target: { value: "60" } });
    fireEvent.click(of(/^Anna Ferrero/));
    expect(within(dialog).getByText("1 persona scelta su 2")).toBeTruthy();
    await within(dialog).findByText(/Nessun progetto per ora/);
    fireEvent.change(of("Motivo"), { target: { value: "seconda giuria" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Crea la lettura" }));
    await screen.findByText(/Lettura creata\./);
    expect(last()).toEqual({
      ...{ stage: "semifinalist", names: inLanguages("Seconda lettura", "Second reading") },
      ...{ opens: "2026-11-01", closes: "2026-11-20", jury: [ANNA.id] },
      ...{ readings: null, weight: 60, shows_earlier: false, public: false },
      ...{ feedback: false, band: false, discussion: false },
      ...{ plan: HASH.one, reason: "seconda giuria" },
    });
  });

  test("a rule's refusal is said in words", async () => {
    const refused = { ...PLAN, count: 0, against: [{ name: "dates_cross", count: 1 }] };
    await shown({}, { answer: () => Response.json(refused) });
    fireEvent.click(await act(/^Crea una lettura$/));
    const dialog = await screen.findByRole("dialog");
    const of = (label: string) => within(dialog).getByLabelText(label);
    fireEvent.change(of("Fase che decide"), { target: { value: "semifinalist" } });
    fireEvent.change(of("Ultimo giorno, compreso"), { target: { value: "2026-11-20" } });
    expect(await within(dialog).findByText(/date/i, { selector: "li *, li" })).toBeTruthy();
    expect(posted.every(({ body }) => body.plan === undefined)).toBe(true);
  });
});

describe("an edition with rounds", () => {
  const two = { rounds: [FIRST, ROUND], copies: [2025] };

  test("each round says what it decides, when, who reads and what prevents its opening", async () => {
    const { container } = await shown(two);
    const second = container.querySelector('[data-round="2"]') as HTMLElement;
    const text = second.textContent ?? "";
    for (const words of [
      "Seconda lettura",
      "Decide: Semifinale",
      "10 novembre 2026 – 20 novembre 2026, 24:00",
      "50 progetti, una persona deve ancora chiudere.",
      "Anna Ferrero",
      "Riscontronessuno",
      "Discussioneno",
      "pubblichi la fase precedente",
    ]) {
      expect(text).toContain(words);
    }
    await expectAccessible(container);
  });

  test("only what can be done is offered", async () => {
    const { container } = await shown(two);
    const names = (number: number) =>
      within(container.querySelector(`[data-round="${number}"]`) as HTMLElement)
        .getAllByRole("button")
        .map(({ textContent }) => textContent);
    expect(names(1)).toEqual(["Cambia", "Cambia la giuria", "Chiudi la lettura"]);
    expect(names(2)).toEqual(["Cambia", "Sposta le date", "Cambia la giuria", "Togli"]);
  });

  test("staff cannot close a round, auditors change nothing", async () => {
    await shown(two);
    const close = await act(/^Chiudi la lettura/);
    expect(close.getAttribute("aria-disabled")).toBe("true");
    expect(document.body.textContent).toContain("Può farlo solo la direzione.");
  });

  test("an unchanged dialog sends nothing, a changed jury sends the whole jury", async () => {
    await shown(two);
    const [, juryOfSecond] = await screen.findAllByRole("button", { name: "Cambia la giuria" });
    fireEvent.click(juryOfSecond as HTMLElement);
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getAllByText("Cambia almeno un valore.").length).toBeGreaterThan(0);
    expect(posted).toEqual([]);
    fireEvent.click(within(dialog).getByLabelText(/^Paolo De Angelis/));
    await within(dialog).findByText(/Nessun progetto per ora/);
    expect(posted.at(-1)).toMatchObject({
      path: "/wp-json/wp/v2/staff/editions/2026/rounds/2/jury",
      body: { jury: [ANNA.id, PAOLO.id] },
    });
  });

  test("an opened round is run again on other days, by a director", async () => {
    const open = { ...ROUND, state: "open" as const, removable: false, obstacles: [] };
    await shown({ ...two, rounds: [FIRST, open] }, { role: "director" });
    fireEvent.click(await act(/^Ripeti la lettura$/));
    const dialog = await screen.findByRole("dialog");
    const of = (label: string) => within(dialog).getByLabelText(label);
    expect(within(dialog).getAllByText("Completa i campi.").length).toBeGreaterThan(0);
    fireEvent.change(of("Primo giorno"), { target: { value: "2026-11-24" } });
    fireEvent.change(of("Ultimo giorno, compreso"), { target: { value: "2026-11-30" } });
    fireEvent.click(within(dialog).getByLabelText(/^Paolo De Angelis/));
    await waitFor(() =>
      expect(posted.at(-1)).toMatchObject({
        path: "/wp-json/wp/v2/staff/editions/2026/rounds/2/again",
        body: { opens: "2026-11-24", closes: "2026-11-30", jury: [ANNA.id, PAOLO.id] },
      }),
    );
  });

  test("the rounds of another year are copied", async () => {
    await shown(two);
    fireEvent.click(await act(/^Copia le letture del 2025$/));
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText(/Nessun progetto per ora/);
    expect(posted.at(-1)).toMatchObject({
      path: "/wp-json/wp/v2/staff/editions/2026/round-copies",
      body: { from: 2025 },
    });
  });
});

test("a failed answer is said, with a retry", async () => {
  vi.mocked(useSearchParams).mockReturnValueOnce(new URLSearchParams("edition=2026") as never);
  vi.stubGlobal("fetch", async (request: Request) =>
    request.url.includes("/rounds")
      ? refusal("unavailable", 503)
      : Response.json({ editions: [{ year: 2026, current: true }] }),
  );
  page(<Rounds />);
  expect(await screen.findByText("Non siamo riusciti a leggere le letture.")).toBeTruthy();
});
