import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Language } from "@/contract/languages";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import type { Role } from "@/contract/roles";
import { type Application, getApplication } from "@/contract/staff/application";
import { ApiError } from "@/lib/api/error";
import { readOf } from "@/lib/api/query";
import { startImpersonation } from "@/lib/api/session/start-impersonation";
import { expectAccessible } from "@/tests/support/axe";
import { act, kept, last, PLAN, page, posted } from "@/tests/support/staff-actions";
import { OneApplication } from "./one-application";

vi.mock("@/lib/i18n/navigation", () => ({
  Link: ({ scroll: _, prefetch: __, ...props }: Record<string, unknown>) => <a {...props} />,
  useRouter: () => ({}),
}));
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams("view=happened"),
}));
vi.mock("@/lib/api/session/start-impersonation", () => ({ startImpersonation: vi.fn() }));
vi.setConfig({ testTimeout: 30_000 });

const AT = "2026-12-31T20:39:00.000Z";
const APPLICATION: Application = {
  id: "a0000000-0000-4000-8000-000000000000",
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
  steps: [],
  saved_at: AT,
  extended_until: null,
  troubles: [],
  tags: [],
  owner: null,
  notes: 0,
  edition: 2026,
  current: true,
  deadline_at: AT,
  closes_at: AT,
  time_zone: null,
  readable: "yes",
  happened: [],
  versions: [
    {
      number: "2026-000087",
      sent_at: AT,
      sha256: "5b0e91c4".repeat(8),
      current: true,
      changes: [],
    },
  ],
  draft_changes: [],
  files: [],
  coverage: null,
  jury: { all: 0, closed: 0, open: false, early: false },
  result: null,
  decisions: [],
  feedback: [],
};
const NOTE = {
  kind: "act",
  lane: "staff",
  at: AT,
  act: "application.note",
  who: "paolo@example.org",
  reason: "Chiamare alle 12",
  line: 7,
} as const;
const ONE_PLAN = { ...PLAN, count: 1 };

/**
 * Fakes the back end. Returns previews for actions, and the given response for every path that ends
 * with the given text.
 */
function open(
  more: Partial<Application> = {},
  {
    answers = {},
    role = "staff",
    language = "it",
  }: { answers?: Record<string, unknown>; role?: Role; language?: Language } = {},
) {
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") posted.push({ path: pathname, body: await request.json() });
    const found = Object.keys(answers).find((end) => pathname.endsWith(end));
    if (found) {
      const answer = answers[found];
      return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
    }
    if (request.method === "GET") return Response.json({ ...APPLICATION, ...more });
    return last()?.plan ? kept(ONE_PLAN) : Response.json(ONE_PLAN);
  });
  const shown = page(<OneApplication id="1" programme="Slancio" />, language, role);
  const { queryKey } = readOf(getApplication, { locale: language, params: { id: "1" } });
  shown.client.setQueryData(queryKey, { ...APPLICATION, ...more });
  return shown;
}
const button = (name: string | RegExp) => screen.queryByRole("button", { name });
const press = async (name: RegExp) => fireEvent.click(await act(name));
const write = (text: string) =>
  fireEvent.input(within(screen.getByRole("dialog")).getByRole("textbox"), {
    target: { value: text },
  });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(startImpersonation).mockReset();
});

describe("actions on one application", () => {
  test("an application's state determines its actions: extend, revoke, remind, or restore", async () => {
    open({ extended_until: AT });
    await act(/^Proroga$/);
    expect(button("Togli proroga")).not.toBeNull();
    expect(button("Manda promemoria")).not.toBeNull();
    expect(button("Ripristina")).toBeNull();
  });

  test("the restore dialog affects only this application", async () => {
    open({ state: "withdrawn" });
    await press(/^Ripristina$/);
    await screen.findByRole("dialog");
    expect(button("Manda promemoria")).toBeNull();
    write("Ha premuto per sbaglio");
    await press(/^Ripristina 1 candidatura$/);
    await screen.findByText(/Ripristinata una candidatura\./);
    expect(posted.map(({ path }) => path)).toContain(
      "/wp-json/wp/v2/staff/applications/restoration",
    );
    expect(last()).toMatchObject({
      selection: { ids: [APPLICATION.id] },
      reason: "Ha premuto per sbaglio",
    });
  });

  test("an auditor only reads an application, and in a former edition only notes are possible, with the reason", async () => {
    const { unmount } = open({}, { role: "auditor" });
    await screen.findByText("Il tuo ruolo può solo leggere.");
    expect(button("Aggiungi una nota")).toBeNull();
    expect(button(/Apri la bozza/)).toBeNull();
    expect(button("Verifica la ricevuta")).not.toBeNull();
    unmount();
    open({ current: false });
    await screen.findByText(/Questa edizione non è quella in corso/);
    expect(button("Aggiungi una nota")).not.toBeNull();
    expect(button("Proroga")).toBeNull();
    expect(button(/^Guarda l’area di/)).toBeNull();
  });
});

describe("notes on an application", () => {
  test("a note is stored with one click, and appears beside the activity with author and time", async () => {
    const { container } = open({ happened: [NOTE] }, { answers: { "/notes": null } });
    const notes = await screen.findByRole("region", { name: "Note della regia" });
    expect(notes.textContent).toMatch(/Chiamare alle 12paolo@example\.org, 31 dicembre.*21:39$/);
    await press(/^Aggiungi una nota$/);
    await expectAccessible(container);
    fireEvent.click(await act(/^Aggiungi la nota$/));
    await screen.findByText(/^(Campo obbligatorio|Required field)$/);
    expect(posted).toEqual([]);
    write("Ha richiamato");
    await press(/^Aggiungi la nota$/);
    await screen.findByText("Nota aggiunta.");
    expect(last()).toEqual({ text: "Ha richiamato" });
  });
});

describe("the draft of an application", () => {
  test("a draft opens after a reason is given", async () => {
    const member = { name: "Ugo", role: "CTO", phone: "1", age: "", info: "" };
    const project = {
      ...EMPTY_PROJECT,
      nome: "Filò",
      obiettivi: "Venti laboratori",
      team: [member],
    };
    open({ language: "en" }, { answers: { "/draft": { saved_at: AT, project } } });
    await press(/^Apri la bozza, indicando un motivo$/);
    write("Dice che il testo è sparito");
    await press(/^Apri la bozza$/);
    expect((await screen.findByText("Venti laboratori")).lang).toBe("en");
    expect(screen.getByText("CTO").lang).toBe("en");
    expect(screen.getByText("CTO").parentElement?.textContent).toBe("Ugo CTO 1");
    expect(last()).toEqual({ reason: "Dice che il testo è sparito" });
    expect(button(/Apri la bozza/)).toBeNull();
  });
});

describe("checking a receipt", () => {
  const FOUND = {
    at: AT,
    stored: "a".repeat(64),
    computed: "a".repeat(64),
    faults: [],
    released: [],
  };
  test("a valid receipt shows when it was checked", async () => {
    open({}, { answers: { "/versions/2026-000087": FOUND } });
    await press(/^Verifica la ricevuta$/);
    await screen.findByText(/L’impronta corrisponde: verificata il 31 dicembre/);
  });

  test("an invalid receipt shows what differs and what to do", async () => {
    const faults = [{ what: "bytes_gone", field: "pitch", name: "filo.pdf" }, { what: "answers" }];
    const found = { ...FOUND, computed: "b".repeat(64), faults };
    const { container } = open({}, { answers: { "/versions/2026-000087": found } });
    await press(/^Verifica la ricevuta$/);
    await screen.findByText(/L’impronta non corrisponde/);
    expect(screen.getByText("Pitch deck: il contenuto di filo.pdf non c’è più.")).toBeDefined();
    expect(screen.getByText("Le risposte non sono quelle inviate.")).toBeDefined();
    expect(
      screen.getByText(/Nella ricevuta aaaaaaaaaaaaaaaa…, ricalcolata bbbbbbbbbbbbbbbb…/),
    ).toBeDefined();
    expect(screen.getByText(/Non cambiare nulla/)).toBeDefined();
    await expectAccessible(container);
  });
});

test("a file with missing bytes says so, and what to do", async () => {
  const file = { id: "f", field: "pitch", name: "filo.pdf", size: 9, pages: 14, duration: null };
  open({ files: [{ ...file, uploaded_at: AT, in_draft: true, missing: true }] });
  await screen.findByText("file mancante");
  expect(screen.getByText(/Il file è registrato, ma il suo contenuto non c’è/)).toBeDefined();
});

describe("emails of an application", () => {
  const MAIL = {
    kind: "mail",
    lane: "mail",
    at: AT,
    left: AT,
    id: "b0000000-0000-4000-8000-000000000000",
    subject: "La tua nuova scadenza",
    state: "failed",
    attempts: 10,
    says: "550 5.1.1",
    resend_blocker: null,
  } as const;

  test.each([
    ["it", "Non si può rimandare: il suo link segreto non si conserva."],
    ["en", "It cannot be sent again: its secret link is not kept."],
  ] as const)(
    "an email with a lost link has a reason instead of a button (%s)",
    async (language, text) => {
      const sent = { ...MAIL, state: "sent", resend_blocker: "mail_link_gone" } as const;
      open({ happened: [sent] }, { language });
      expect(await screen.findByText(new RegExp(text.replace(".", "\\.")))).toBeTruthy();
      expect(screen.queryByRole("button", { name: /^(Rimanda|Send again)/ })).toBeNull();
    },
  );

  test("an email is sent again from its row with one click", async () => {
    const { container } = open({ happened: [MAIL, { ...MAIL, id: "c", state: "waiting" }] });
    await press(/^Rimanda «La tua nuova scadenza»$/);
    await expectAccessible(container);
    await press(/^Rimanda 1 email$/);
    await screen.findByText(/L’email è di nuovo in coda\./);
    expect(posted.at(-1)?.path).toBe(`/wp-json/wp/v2/staff/mails/${MAIL.id}/resend`);
  });

  test("an auditor cannot send an email again", async () => {
    open({ happened: [MAIL] }, { role: "auditor" });
    await screen.findByText("«La tua nuova scadenza»");
    expect(button(/^Rimanda/)).toBeNull();
  });
});

describe("impersonation from an application", () => {
  test("impersonation asks for a reason, and an error keeps the typed reason", async () => {
    vi.mocked(startImpersonation).mockRejectedValueOnce(new ApiError("unavailable", 503));
    const { container } = open({}, { language: "en" });
    await press(/^See as Giulia Ferraro$/);
    await expectAccessible(container);
    fireEvent.click(await act(/^View$/));
    await screen.findByText(/^(Campo obbligatorio|Required field)$/);
    expect(startImpersonation).not.toHaveBeenCalled();
    write("Cannot find the upload");
    await press(/^View$/);
    await screen.findByText("We do not know whether the action was carried out.");
    await press(/^View$/);
    expect(startImpersonation).toHaveBeenLastCalledWith({
      application: APPLICATION.id,
      reason: "Cannot find the upload",
    });
  });
});
