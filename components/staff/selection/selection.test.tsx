import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "next/navigation";
import { afterEach, describe, expect, test, vi } from "vitest";
import { expectAccessible } from "@/tests/support/axe";
import { rankedRow, selectionAnswer } from "@/tests/support/people/results";
import { MESSAGES } from "@/tests/support/render";
import { decided, openSelection } from "@/tests/support/selection-page";
import { act, last, PLAN, posted } from "@/tests/support/staff-actions";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: vi.fn(() => new URLSearchParams()),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: ({ prefetch: _, ...props }: { prefetch?: boolean }) => <a {...props} />,
}));
// A stub replaces the dialog for letters, which has separate tests. This test checks only the recipients.
vi.mock("../letters/use-write-dialog", () => ({
  useWriteDialogWhenIdle: () => {},
  LazyWriteDialog: ({ selection, count }: { selection: object; count: number }) => (
    <output data-testid="letter">{JSON.stringify({ selection, count })}</output>
  ),
}));
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams() as never);
});

const rows = () => screen.getAllByRole("row").map((one) => one.textContent ?? "");

describe("the selection before all evaluators have closed", () => {
  test.each([
    ["it", "Non ancora.", /2 persone devono ancora chiudere/, "10 persone su 12 hanno chiuso."],
    ["en", "Not yet.", /2 people still have to close/, "10 of 12 evaluators have closed."],
  ] as const)(
    "before all evaluators have closed, only their number is shown (%s)",
    async (language, title, text, closed) => {
      openSelection(selectionAnswer({ closed: 10, results: null }), language);
      expect(await screen.findByRole("heading", { name: title })).toBeDefined();
      expect(screen.getByText(text)).toBeDefined();
      expect(screen.getByText(closed)).toBeDefined();
      expect(screen.queryByRole("table")).toBeNull();
      await expectAccessible(document.body);
    },
  );

  test.each([
    ["it", "1 persona su 12 ha chiuso."],
    ["en", "1 of 12 evaluators has closed."],
  ] as const)("a count of one evaluator uses the singular (%s)", async (language, closed) => {
    openSelection(selectionAnswer({ closed: 1, results: null }), language);
    expect(await screen.findByText(closed)).toBeDefined();
  });
});

describe("the ranking of the selection", () => {
  test.each([
    ["it", /Parità all’ultimo posto: 2 progetti con 70,0 per un posto/, "Dall’8º al 19º", "deciso"],
    [
      "en",
      /A tie for the last place: 2 projects with 70\.0 for one place/,
      "Ranks 8 to 19",
      "decided",
    ],
  ] as const)(
    "the ranking shows ties, lines and decisions (%s)",
    async (language, tie, fold, word) => {
      openSelection(selectionAnswer(), language);
      expect(await screen.findByText(tie)).toBeDefined();
      const funnel = within(
        screen.getByRole("list", { name: MESSAGES[language].staff.selection.funnel }),
      );
      const stages = funnel.getAllByRole("listitem");
      expect(stages.map((one) => one.querySelectorAll('[data-is="released"]').length)).toEqual([
        50, 0, 0, 0,
      ]);
      expect(stages[1]?.querySelectorAll('[data-is="planned"], [data-is="tie"]')).toHaveLength(20);
      expect(rows().find((row) => row.includes("Progetto 6"))).toContain(word);
      expect(rows().some((row) => row.includes("Progetto 10"))).toBe(false);
      fireEvent.click(screen.getByRole("button", { name: fold }));
      await waitFor(() => expect(rows().some((row) => row.includes("Progetto 10"))).toBe(true));
      // The first unfolded row has the focus, because unfolding removed the pressed button.
      expect(document.activeElement?.textContent).toContain("Progetto 8");
      await expectAccessible(document.body);
    },
  );

  test("a loading error of the ranking is shown, and the URL selects the stage", async () => {
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams("stage=finalist") as never);
    const answer = selectionAnswer();
    const lost = rankedRow(61, { rank: null, calibrated: null, readings: 0, unreadable: true });
    answer.results?.rows.push({ ...lost, name: "Orfano" });
    openSelection(answer);
    expect(
      await screen.findByText(/resta senza chi lo legga, perché tutta la giuria si/),
    ).toBeDefined();
    expect(screen.queryByText(/Parità all’ultimo posto/)).toBeNull();
    expect(screen.getByRole("link", { current: "page" }).textContent).toContain("Finale");
  });

  test.each([
    ["it", /di anna@example.org non corrisponde più alla sua impronta/],
    ["en", /of anna@example.org no longer matches its fingerprint/],
  ] as const)(
    "an altered evaluation record shows an alert above the ranking (%s)",
    async (language, said) => {
      const answer = selectionAnswer();
      Object.assign(answer.results ?? {}, { altered: ["anna@example.org"] });
      openSelection(answer, language);
      expect((await screen.findByRole("alert")).textContent).toMatch(said);
      await expectAccessible(document.body);
    },
  );

  test.each([
    ["it", /Una valutazione è stata chiusa.*\(30\/20\/20\/15\/15\)/],
    ["en", /One evaluation was closed.*\(30\/20\/20\/15\/15\)/],
  ] as const)(
    "an evaluation closed under other weights is named above the ranking (%s)",
    async (language, said) => {
      const answer = selectionAnswer();
      Object.assign(answer.results ?? {}, { recomputed: 1 });
      openSelection(answer, language);
      expect(await screen.findByText(said)).toBeDefined();
    },
  );

  test("the ranking and a stage's decisions can be exported", async () => {
    openSelection(selectionAnswer());
    await screen.findByRole("button", { name: /^Esporta la classifica, \d+ progetti$/ });
    expect(
      screen.getByRole("button", { name: /^Esporta le \d+ decisioni sulla fase/ }),
    ).toBeTruthy();
  });

  test.each([
    ["it", /candidature che passano e i loro dossier: Preselezione/],
    ["en", /applications that go on and their dossiers: Pre-selection/],
  ] as const)("the dossiers of a stage are one link away (%s)", async (language, name) => {
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams("stage=pre_selected") as never);
    openSelection(selectionAnswer(), language);
    const link = await screen.findByRole("link", { name });
    expect(link.getAttribute("href")).toMatch(/candidature\?edition=\d+&reached=pre_selected$/);
  });

  test("keys move between ranking rows and select them", async () => {
    openSelection(selectionAnswer());
    const list = await screen.findByRole("table");
    const [first] = [...list.querySelectorAll<HTMLElement>("[data-row]")];
    first?.focus();
    fireEvent.keyDown(first as HTMLElement, { key: "j" });
    expect(document.activeElement?.getAttribute("data-row")).toBe("p2");
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: "x" });
    const box = await screen.findByRole("checkbox", { name: "Scegli Progetto 2" });
    expect((box as HTMLInputElement).checked).toBe(true);
  });

  test("a ranking that failed to load shows an error and can be retried", async () => {
    openSelection(Response.json({ code: "unavailable", data: { status: 503 } }, { status: 503 }));
    expect((await screen.findByRole("alert")).textContent).toContain("leggere la selezione");
    expect(screen.getByRole("button", { name: "Riprova" })).toBeDefined();
  });
});

describe("letters to the applicants of a stage", () => {
  const WRITE = /^(Scrivi al|Write to the)/;
  const released = (pending: number) => {
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams("stage=pre_selected") as never);
    const answer = selectionAnswer();
    const stage = answer.results?.stages.find((one) => one.stage === "pre_selected");
    if (stage) Object.assign(stage, { pending });
    return answer;
  };

  test.each([
    ["it", ["Scrivi alle 50 che sono passate", "Scrivi alle 10 rimaste fuori"]],
    ["en", ["Write to the 50 who go on", "Write to the 10 left out"]],
  ] as const)(
    "a released stage has a letter to each outcome, with its number (%s)",
    async (language, names) => {
      openSelection(released(0), language, "staff");
      const buttons = await screen.findAllByRole("button", { name: WRITE });
      expect(buttons.map((one) => one.textContent)).toEqual(names);
      expect(buttons.map((one) => one.getAttribute("aria-disabled"))).not.toContain("true");
      fireEvent.click(buttons[1] as HTMLElement);
      expect(JSON.parse((await screen.findByTestId("letter")).textContent ?? "")).toEqual({
        selection: { query: { reached: "pre_selected", outcome: "not_selected" }, count: 10 },
        count: 10,
      });
    },
  );

  test("decisions that wait for their release disable the letters and say why", async () => {
    openSelection(released(2));
    const buttons = await screen.findAllByRole("button", { name: WRITE });
    for (const one of buttons) expect(one.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getAllByText(/la lettera le rivelerebbe/).length).toBeGreaterThan(0);
    fireEvent.click(buttons[0] as HTMLElement);
    expect(screen.queryByTestId("letter")).toBeNull();
  });

  test("a stage that is not released has no letters", async () => {
    openSelection(decided());
    await act(/Pubblica 50/);
    expect(screen.queryByRole("button", { name: WRITE })).toBeNull();
  });
});

describe("a tie in the selection", () => {
  test.each([
    ["it", "Passa Progetto 20", "Fuori tutti e due", /Prima risolvi la parità/],
    ["en", "Progetto 20 goes on", "Both are left out", /First settle the tie/],
  ] as const)(
    "a tie blocks the release until staff decide it (%s)",
    async (language, one, both, first) => {
      openSelection(selectionAnswer(), language);
      const button = await screen.findByRole("button", { name: /Pubblica 50|Release 50/ });
      expect(button.getAttribute("aria-disabled")).toBe("true");
      expect(screen.getByText(first)).toBeDefined();
      fireEvent.click(screen.getByRole("button", { name: both }));
      await waitFor(() =>
        expect(last()).toEqual({
          edition: 2026,
          stage: "semifinalist",
          outcome: "not_selected",
          pick: { ids: ["p20", "p21"] },
        }),
      );
      fireEvent.click(screen.getByRole("button", { name: /Lascia com’è|Leave as it is/ }));
      fireEvent.click(screen.getByRole("button", { name: one }));
      await waitFor(() =>
        expect(last()).toMatchObject({ outcome: "selected", pick: { ids: ["p20"] } }),
      );
    },
  );
});

describe("permissions in the selection", () => {
  test.each([
    ["staff", "Può farlo solo la direzione."],
    ["auditor", "Il tuo ruolo può solo leggere."],
  ] as const)("%s cannot release a stage", async (role, reason) => {
    openSelection(decided(), "it", role);
    const button = await act(/Pubblica 50/);
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0);
    fireEvent.click(button);
    expect(posted).toEqual([]);
  });

  test("another edition's selection is read-only", async () => {
    openSelection({ ...decided(), current: false }, "it", "director");
    expect((await act(/Pubblica 50/)).getAttribute("aria-disabled")).toBe("true");
    expect(screen.getAllByText(/Questa edizione non è quella in corso/).length).toBeGreaterThan(0);
  });

  test("a director opens the ranking early, if enough evaluators have closed", async () => {
    const closed = (number: number) => selectionAnswer({ closed: number, results: null });
    const { unmount } = openSelection(closed(2), "it", "director");
    const early = await act(/Apri prima della chiusura/);
    expect(early.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByText("Hanno chiuso 2 persone: ne servono almeno 3.")).toBeDefined();
    unmount();
    openSelection(closed(3), "it", "director", () => Response.json(PLAN));
    fireEvent.click(await act(/Apri prima della chiusura/));
    expect(await screen.findByRole("dialog")).toBeDefined();
  });

  test("with fewer projects than places, the top projects are all projects", async () => {
    const { stages = [] } = selectionAnswer().results ?? {};
    const rows = [1, 2, 3].map((rank) =>
      rankedRow(rank, { decisions: [], eligible: ["pre_selected"] }),
    );
    const open = stages.map((one) => ({
      ...one,
      planned: 0,
      released: 0,
      released_at: null,
      tie: null,
    }));
    const answer = selectionAnswer();
    Object.assign(answer.results ?? {}, { stages: open, rows });
    const preview = { ...PLAN, chosen: ["p3", "p1", "p2"] };
    openSelection(answer, "it", "director", () => Response.json(preview));
    fireEvent.click(await act(/^Fai passare i primi 3$/));
    const dialog = await screen.findByRole("dialog", { name: /3 progetti/ });
    // The dialog names the projects that the server chose, in the server's order.
    await within(dialog).findByText("Progetto 3");
    const names = within(dialog).getAllByText(/^Progetto \d$/);
    expect(names.map(({ textContent }) => textContent)).toEqual([
      "Progetto 3",
      "Progetto 1",
      "Progetto 2",
    ]);
  });

  test("selected rows can be decided, undone or corrected, depending on their state", async () => {
    openSelection(decided());
    fireEvent.click(await screen.findByRole("checkbox", { name: "Scegli Progetto 2" }));
    expect(screen.queryByRole("button", { name: "Correggi" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Annulla" }));
    await waitFor(() => expect(last()).toMatchObject({ ids: ["p2"], stage: "semifinalist" }));
    expect(await screen.findByRole("textbox", { name: /scrivi 3/ })).toBeDefined();
  });
});
