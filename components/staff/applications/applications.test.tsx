import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "next/navigation";
import { afterEach, describe, expect, test, vi } from "vitest";
import { arcPath } from "@/components/ui/figures/step-arc";
import type { Role } from "@/contract/roles";
import { act, backEnd, kept, last, PLAN, page, posted } from "@/tests/support/staff-actions";
import { Applications } from "./applications";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: vi.fn(() => new URLSearchParams()),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: ({ scroll, prefetch, ...props }: { scroll?: boolean; prefetch?: boolean }) => (
    <a {...props} />
  ),
}));

const row = (id: string, name: string) => ({
  id,
  name,
  person: "Davide Conti",
  email: "davide@example.org",
  number: null,
  state: "complete",
  steps: [{ filled: 1, required: 1 }],
  saved_at: "2026-12-31T20:40:00.000Z",
  extended_until: null,
  troubles: [],
  person_id: "p",
  language: "it",
  sent_at: null,
  phone: null,
  answers: { industry: "industry-food" },
  readings: null,
  outcomes: [{ stage: "semifinalist", outcome: "selected", released: false }],
  earlier: false,
  tags: [],
  owner: null,
  notes: 0,
});
const ROWS = [row("a", "Onda Quieta"), row("b", "Passo Lento"), row("c", "Isola che Pensa")];
const LIST = {
  edition: 2026,
  current: true,
  closes_at: "2026-12-31T23:00:00.000Z",
  applications: ROWS,
  total: 12,
  readings_hidden: false,
  states: { begun: 0, complete: 12, sent: 0, changed: 0, withdrawn: 0 },
  extended: 0,
  mine: 0,
  troubles: { refused: 0, interrupted: 0, video_failed: 0, mail_failed: 0, unconfirmed: 0 },
  next: null,
  previous: null,
};

// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams() as never);
});

describe("the list of applications and its selection", () => {
  const rowOf = (id: string) => document.querySelector(`[data-row="${id}"]`) as HTMLElement;
  async function list(role: Role = "staff", more: object = {}) {
    backEnd((body) => (body.plan ? kept(PLAN) : Response.json(PLAN)), { ...LIST, ...more });
    page(<Applications />, "it", role);
    await screen.findByText("Onda Quieta");
    // Remove React's warning about the element <search>, which jsdom does not know, because any other logged error
    // fails the test.
    const said = vi.mocked(console.error).mock.calls;
    const at = said.findIndex((words) => words[1] === "search");
    if (at >= 0) said.splice(at, 1);
  }

  const at = (query: string) =>
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams(query) as never);

  test("the address chooses columns and order, and each head sorts by its column", async () => {
    at("columns=industry.reached.phone&sort=-industry&state=sent&due=soon&readings=0-2");
    await list();
    const heads = screen.getAllByRole("columnheader").slice(1);
    expect(heads.map((one) => [one.textContent, one.getAttribute("aria-sort")])).toEqual([
      ["Progetto", "none"],
      ["Settore", "descending"],
      ["Fase raggiunta", "none"],
      ["Telefono", "none"],
    ]);
    const href = within(heads[1] as HTMLElement)
      .getByRole("link")
      .getAttribute("href");
    expect(new URLSearchParams(href ?? "").get("sort")).toBe("industry");
    expect(rowOf("a").textContent).toContain("in semifinale, non pubblicato");
    for (const pill of ["Stato: inviata", "Scadenza: nei prossimi giorni", "Letture: da 0 a 2"]) {
      expect(screen.getByRole("button", { name: `Togli il filtro ${pill}` })).toBeTruthy();
    }
    at("");
  });

  test("with several rounds, the column and the filter of readings name the round", async () => {
    at("columns=readings&readings=0-2");
    const round = {
      ...{
        number: 2,
        stage: "semifinalist",
        opens: null,
        closes: null,
        weight: null,
        final: false,
      },
      names: { it: "Seconda lettura", en: "Second reading" },
    };
    await list("staff", { round });
    expect(screen.getByRole("columnheader", { name: "Letture: Seconda lettura" })).toBeTruthy();
    const pill = "Togli il filtro Letture: Seconda lettura: da 0 a 2";
    expect(screen.getByRole("button", { name: pill })).toBeTruthy();
    at("");
  });

  test("tags and owner can be columns, are not repeated below the name, and only the owner sorts", async () => {
    at("columns=tags.owner");
    const [first, ...others] = LIST.applications;
    const tags = [{ id: "t", name: "Da richiamare", colour: "blue" }];
    const owner = { id: "o", name: "Rita Neri", former: false, since: LIST.closes_at, by: null };
    await list("staff", { applications: [{ ...first, tags, owner }, ...others] });
    const heads = screen.getAllByRole("columnheader").slice(2);
    expect(heads.map((one) => [one.textContent, one.getAttribute("aria-sort")])).toEqual([
      ["Etichette", null],
      ["In carico a", "none"],
    ]);
    const row = rowOf(first?.id ?? "");
    expect(within(row).getAllByText("Da richiamare")).toHaveLength(1);
    expect(within(row).getAllByText(/Rita Neri/)).toHaveLength(1);
    at("");
  });

  test("the dossiers of the selected rows are saved as one PDF", async () => {
    vi.stubGlobal(
      "URL",
      Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL() {} }),
    );
    await list();
    for (const id of ["a", "b"]) fireEvent.click(within(rowOf(id)).getByRole("checkbox"));
    fireEvent.click(screen.getByRole("button", { name: "2 dossier in PDF" }));
    await waitFor(() =>
      expect(posted.at(-1)).toEqual({
        path: "/wp-json/wp/v2/staff/applications/dossiers",
        body: { selection: { ids: ["a", "b"] } },
      }),
    );
  });

  test("a filter that no longer exists shows a message instead of rows", async () => {
    at("industry=industry-gone&state=sent");
    backEnd(() => Response.json(PLAN), LIST);
    page(<Applications />, "it", "staff");
    expect(await screen.findByText("Questo filtro non esiste più.")).toBeTruthy();
    expect(screen.getByText(/industry=industry-gone/)).toBeTruthy();
    expect(screen.queryByText("Onda Quieta")).toBeNull();
    at("");
  });

  test("the number of rows per page is remembered", async () => {
    await list();
    fireEvent.click(screen.getByRole("button", { name: "50" }));
    expect(screen.getByRole("button", { name: "50" }).getAttribute("aria-pressed")).toBe("true");
    expect(localStorage.getItem("staff.rows")).toBe("50");
    fireEvent.click(screen.getByRole("button", { name: "15" }));
  });

  test("a default column with the same value in every row is hidden, and the choice of columns names it", async () => {
    await list();
    const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(heads()).not.toContain("Segnali");
    fireEvent.click(screen.getByRole("button", { name: /^Colonne/ }));
    const dialog = await screen.findByRole("dialog");
    const signals = within(dialog).getByLabelText(/^Segnali/);
    expect(signals.closest("li")?.textContent).toContain(
      "Nascosta finché è uguale in tutte le righe",
    );
    fireEvent(dialog, new Event("cancel"));
  });

  test("a row draws its steps as the application's page does", async () => {
    await list();
    const arcs = [...rowOf("a").querySelectorAll("svg path")].map((path) => path.getAttribute("d"));
    expect(arcs).toEqual([arcPath(), arcPath(1)]);
  });

  test("applications are selected and acted upon with the keyboard, and Escape returns to the row", async () => {
    await list();
    rowOf("a").focus();
    fireEvent.keyDown(rowOf("a"), { key: "x" });
    fireEvent.keyDown(rowOf("c"), { key: "X", shiftKey: true });
    expect(screen.getByText("3 candidature scelte")).toBeTruthy();
    rowOf("b").focus();
    fireEvent.keyDown(rowOf("b"), { key: "p" });
    const dialog = await screen.findByRole("dialog", { name: "Proroga 3 candidature" });
    expect(document.activeElement).toBe(within(dialog).getByLabelText("Giorno"));
    expect(posted).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText("Giorno"), { target: { value: "2027-01-02" } });
    await act(/Proroga 3 scadenze/);
    expect(last()).toEqual({ selection: { ids: ["a", "b", "c"] }, until: "2027-01-02" });
    fireEvent(dialog, new Event("cancel"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(rowOf("b"));
    expect(screen.getByText("3 candidature scelte")).toBeTruthy();
  });

  test("applications are selected by page, and as all matches with the exact query and count", async () => {
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams("state=complete") as never);
    await list();
    fireEvent.keyDown(rowOf("a"), { key: "a" });
    expect(screen.getByText("3 candidature scelte")).toBeTruthy();
    fireEvent.keyDown(rowOf("a"), { key: "a" });
    const bar = screen.getByRole("region", { name: "Selezione" });
    expect(within(bar).getByRole("status").textContent).toBe("Tutte le 12 che corrispondono");
    fireEvent.click(within(bar).getByRole("button", { name: "Manda promemoria" }));
    await screen.findByRole("dialog", { name: "Manda un promemoria a 12 persone" });
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(last()).toEqual({ selection: { query: { state: "complete" }, count: 12 } });
    fireEvent(screen.getByRole("dialog"), new Event("cancel"));
    expect(within(bar).getByRole("button", { name: "Esporta le 12" })).toBeTruthy();
    fireEvent.click(within(bar).getByRole("button", { name: "Solo queste 3" }));
    expect(screen.getByText("3 candidature scelte")).toBeTruthy();
    const acts = within(bar)
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
    expect(acts.slice(2, 5)).toEqual(["Esporta le 3", "Proroga", "Manda promemoria"]);
    fireEvent.click(within(bar).getByRole("button", { name: "Esporta le 3" }));
    await screen.findByRole("dialog", { name: "Esporta le 3" });
    fireEvent(screen.getByRole("dialog"), new Event("cancel"));
    fireEvent.click(within(bar).getByRole("button", { name: "Nessuna" }));
    expect(screen.queryByRole("region", { name: "Selezione" })).toBeNull();
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams() as never);
  });

  test.each([
    ["state=complete&due=soon", "Complete, non inviate"],
    ["trouble=refused&due=ahead", "File rifiutati più volte"],
    ["readings=few", "Attive"],
  ])("a filter that narrows a tab keeps the tab active: %s", async (query, name) => {
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams(query) as never);
    await list();
    const lit = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current"));
    expect(lit.map(({ textContent }) => textContent?.replace(/\d+$/, ""))).toEqual([name]);
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams() as never);
  });

  test("only one tab is active when a saved view narrows a fixed tab", async () => {
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams("readings=few") as never);
    const saved = { id: "s", list: "applications", name: "Da leggere", query: { readings: "few" } };
    const state = { shared: false, own: true, by: "", editable: true, hidden: false, broken: null };
    await list("staff", { lists: [{ ...saved, ...state }] });
    await screen.findByRole("link", { name: /^Da leggere/ });
    const lit = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current"));
    expect(lit.map(({ textContent }) => textContent?.replace(/\d+$/, ""))).toEqual(["Da leggere"]);
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams() as never);
  });

  test("the shortcut exports the selected rows, or all rows if none or all are selected", async () => {
    await list();
    rowOf("b").focus();
    const press = (key: string) => fireEvent.keyDown(rowOf("b"), { key });
    const exported = async (name: string) => {
      press("e");
      const dialog = await screen.findByRole("dialog", { name });
      fireEvent(dialog, new Event("cancel"));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    press("x");
    await exported("Esporta questa");
    press("x");
    await exported("Esporta tutte le 12");
    press("a");
    press("a");
    await exported("Esporta le 12");
  });

  test.each([
    ["auditor", {}, "Il tuo ruolo può solo leggere."],
    ["staff", { current: false }, /non è quella in corso/],
  ] as const)(
    "an %s cannot act on applications, and sees the reason (%o)",
    async (role, more, reason) => {
      await list(role, more);
      rowOf("a").focus();
      fireEvent.keyDown(rowOf("a"), { key: "p" });
      expect(screen.queryByRole("dialog")).toBeNull();
      fireEvent.keyDown(rowOf("a"), { key: "x" });
      expect(screen.getAllByText(reason)).toHaveLength(1);
      expect(screen.queryByRole("button", { name: "Proroga" })).toBeNull();
      expect(screen.getByRole("button", { name: /Esporta tutte/ })).toBeTruthy();
      expect(screen.getByRole("button", { name: "Esporta questa" })).toBeTruthy();
    },
  );
});
