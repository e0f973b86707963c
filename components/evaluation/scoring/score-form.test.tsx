import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { SignInAgain } from "@/components/submission/sign-in-again";
import { criteriaWords } from "@/contract/evaluation/criteria";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import {
  type Criterion,
  NO_SCORES,
  type Scores,
  weightedTotal,
} from "@/contract/evaluation/weights";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { renderWithWords } from "@/tests/support/render";
import { isWritable } from "../evaluation-state";
import { ScoreForm } from "./score-form";
import { ShortcutLegend } from "./shortcuts/shortcut-legend";
import { useScoreShortcuts } from "./shortcuts/use-score-shortcuts";
import type { useScoreForm } from "./use-score-form";
import { useScoreVotes } from "./use-score-votes";

const saved = vi.fn<(criterion: Criterion, score: number | null) => void>();
const onNext = vi.fn();

beforeEach(() => {
  saved.mockClear();
  onNext.mockClear();
  localStorage.clear();
});

/** Renders the score form with its shortcuts and legend. The scores stay in memory and are not saved. */
function Desk({ project, given }: { project: ProjectForEvaluation; given: Scores }) {
  const [scores, setScores] = useState(given);
  const [note, writeNote] = useState("");
  const sheet = {
    scores,
    note,
    writeNote,
    state: { kind: "idle" },
    conflict: null,
    total: weightedTotal(scores),
    setScore(criterion: Criterion, score: number | null) {
      saved(criterion, score);
      setScores((before) => ({ ...before, [criterion]: score }));
    },
  } as unknown as ReturnType<typeof useScoreForm>;
  const votes = useScoreVotes(sheet);
  const [on, onSwitch] = useShortcutsEnabled();
  const writable = isWritable(project);
  useScoreShortcuts({
    on,
    writable,
    scores,
    votes,
    onNext,
    onPrevious: onNext,
    onSaveAndNext: onNext,
    accepts: () => true,
  });
  return (
    <>
      <ShortcutLegend on={on} onSwitch={onSwitch} writable={writable} lit={votes.lit} />
      <ScoreForm
        project={project}
        sheet={sheet}
        votes={votes}
        keys={on}
        leaving={{ going: null, isLeft: () => false, accepts: () => true }}
        onNext={null}
      />
    </>
  );
}

function renderDesk({ given = NO_SCORES, closed = false, recusal = null as string | null } = {}) {
  const evaluation = { scores: given, recusal };
  const project = {
    id: "p",
    closed,
    evaluation,
    project: { nome: "Sestante" },
  } as unknown as ProjectForEvaluation;
  const { container } = renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <SignInAgain>
        <Desk project={project} given={given} />
      </SignInAgain>
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    row: (name: string) => screen.getByRole("group", { name: new RegExp(name) }),
    lit: () =>
      [...container.querySelectorAll<HTMLElement>("[data-lit]")].map(
        ({ dataset }) => dataset.criterion,
      ),
    legend: () => container.firstElementChild?.querySelector("p")?.textContent ?? "",
  };
}

const ALL: Scores = { impact: 8, utility: 7, feasibility: 6, scalability: 5, innovation: 4 };

test("a letter selects and focuses a row; a digit scores it and clears the selection", async () => {
  const { user, row, lit } = renderDesk();
  await user.keyboard("f");
  expect(lit()).toEqual(["feasibility"]);
  expect(document.activeElement).toBe(row("Fattibilità"));
  expect(screen.getByRole("group", { description: "0–9, X = 10 · Esc" })).toBe(row("Fattibilità"));
  await user.keyboard("6");
  expect(lit()).toEqual([]);
  expect(document.activeElement).toBe(within(row("Fattibilità")).getByRole("radio", { name: "6" }));
  expect(saved.mock.calls).toEqual([["feasibility", 6]]);
  expect(screen.getByText("Fattibilità: 6", { selector: "p" }).role).toBe("status");
});

test("a digit without a criterion selects the first unscored one and says that no score was given", async () => {
  const { user, lit } = renderDesk({ given: { ...NO_SCORES, impact: 8 } });
  await user.keyboard("2");
  expect(saved).not.toHaveBeenCalled();
  expect(lit()).toEqual(["utility"]);
  expect(screen.getByText("Nessun voto dato. Criterio scelto: Utilità").role).toBe("status");
  await user.keyboard("7");
  expect(saved.mock.calls).toEqual([["utility", 7]]);
});

test("with all scores given, digits change nothing and the form says what to do", async () => {
  const { user } = renderDesk({ given: ALL });
  await user.keyboard("36");
  expect(saved).not.toHaveBeenCalled();
  screen.getByText("Nessun voto dato: scegli un criterio");
});

test("the arrow keys up and down change the row, never a score", async () => {
  const { user, lit } = renderDesk({ given: ALL });
  await user.keyboard("u{ArrowDown}{ArrowDown}{ArrowUp}");
  expect(lit()).toEqual(["feasibility"]);
  expect(saved).not.toHaveBeenCalled();
  await user.keyboard("9{ArrowDown}3");
  expect(saved.mock.calls).toEqual([
    ["feasibility", 9],
    ["scalability", 3],
  ]);
});

test("undo shows what it reverted and saves it, step by step", async () => {
  const { user } = renderDesk({ given: { ...ALL, innovation: null } });
  await user.keyboard("u2");
  screen.getByText("Utilità: 7 → 2", { selector: "p" });
  await user.keyboard("v4z");
  expect(saved).toHaveBeenLastCalledWith("innovation", null);
  screen.getByText("Annullato. Innovazione: 4 → nessun voto");
  await user.click(screen.getByRole("button", { name: "Annulla Utilità: 7 → 2" }));
  expect(saved).toHaveBeenLastCalledWith("utility", 7);
  expect(screen.queryByRole("button", { name: /Annulla/ })).toBeNull();
  // The focused button disappeared. The form gets the focus, because the browser would otherwise move it to the top of
  // the page.
  expect(document.activeElement).toBe(
    screen.getByRole("region", { name: "Scheda di valutazione" }),
  );
  await user.keyboard("z");
  expect(saved).toHaveBeenCalledTimes(4);
  screen.getByText("Niente da annullare");
});

test("a score given with the pointer can be undone and selects nothing", async () => {
  const { user, row, lit } = renderDesk({ given: ALL });
  await user.click(within(row("Impatto")).getByRole("radio", { name: "3" }));
  expect(lit()).toEqual([]);
  await user.keyboard("z");
  expect(saved.mock.calls).toEqual([
    ["impact", 3],
    ["impact", 8],
  ]);
});

test("Escape and Tab out of the rows clear the selection; Tab into a row selects it", async () => {
  const { user, lit } = renderDesk({ given: ALL });
  await user.keyboard("i{Escape}");
  expect(lit()).toEqual([]);
  expect(document.activeElement).toBe(document.body);
  await user.keyboard("v{Tab}");
  expect(lit()).toEqual(["innovation"]);
  await user.keyboard("{Tab}");
  expect(lit()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});

test("returning to the window selects no row that was cleared", async () => {
  const { user, row, lit } = renderDesk();
  await user.keyboard("i8");
  const given = within(row("Impatto")).getByRole("radio", { name: "8" });
  expect(document.activeElement).toBe(given);
  fireEvent.blur(given);
  fireEvent.focus(given);
  expect(lit()).toEqual([]);
});

test("no shortcut works while typing text, with a modifier, or when a key is held", async () => {
  const { user, lit } = renderDesk();
  await user.type(screen.getByRole("textbox"), "fisso 8 jnz");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("fisso 8 jnz");
  await user.click(document.body);
  await user.keyboard("{Control>}i{/Control}{Meta>}u{/Meta}{Alt>}f{/Alt}{Shift>}S{/Shift}");
  expect(lit()).toEqual([]);
  await user.keyboard("i{8>5/}");
  expect(saved.mock.calls).toEqual([["impact", 8]]);
  expect(lit()).toEqual([]);
  expect(onNext).not.toHaveBeenCalled();
});

test("the legend lists the shortcuts that currently work", async () => {
  const { user, legend } = renderDesk();
  expect(legend()).toBe("JKprogettoIUFSV criterioNprosegui");
  await user.keyboard("i");
  expect(legend()).toBe("Impatto 0–9, X = 10 · Esc↑↓criterio");
  await user.keyboard("8");
  expect(legend()).toBe("JKprogettoIUFSV criterioNprosegui");
});

test("the shortcuts can be turned off, and the browser remembers it", async () => {
  const { user, lit, legend } = renderDesk();
  await user.click(screen.getByRole("button", { name: "Disattiva le scorciatoie da tastiera" }));
  expect(legend()).toBe("");
  await user.keyboard("i8nz");
  expect(lit()).toEqual([]);
  expect(saved).not.toHaveBeenCalled();
  expect(onNext).not.toHaveBeenCalled();
  expect(localStorage.getItem("evaluation.keys")).toBe("off");
  await user.click(screen.getByRole("button", { name: "Attiva le scorciatoie da tastiera" }));
  await user.keyboard("i8");
  expect(saved.mock.calls).toEqual([["impact", 8]]);
});

test.each([
  { state: "recused", recusal: "Li conosco", closed: false },
  { state: "closed", recusal: null, closed: true },
])("a $state form accepts no score and lists no scoring shortcut", async ({ recusal, closed }) => {
  const { user, legend, lit } = renderDesk({ given: ALL, recusal, closed });
  expect(legend()).toBe("JKprogettoNprosegui");
  await user.keyboard("i9z");
  expect(lit()).toEqual([]);
  expect(saved).not.toHaveBeenCalled();
  expect(screen.getAllByRole("radio").every((radio) => radio.matches(":disabled"))).toBe(true);
  await user.keyboard("n");
  expect(onNext).toHaveBeenCalledOnce();
});

test("after a recusal, no score is missing and no total is shown", () => {
  renderDesk({ given: { ...NO_SCORES, impact: 8 }, recusal: "Li conosco" });
  expect(screen.queryByText(/manca/)).toBeNull();
  screen.getByText("ti astieni: i tuoi voti non contano");
});

test("one press opens the rubric: each criterion and the scores 0, 5 and 10", async () => {
  const { user } = renderDesk({ closed: true });
  for (const { says } of Object.values(criteriaWords("it"))) screen.getByText(says);
  await user.click(screen.getByRole("button", { name: "I criteri" }));
  const rubric = within(screen.getByRole("dialog"));
  for (const { name, says, low, middle, high } of Object.values(criteriaWords("it"))) {
    rubric.getByRole("heading", { name: new RegExp(`^${name}`) });
    rubric.getByText(says);
    for (const [score, sentence] of [
      ["0", low],
      ["5", middle],
      ["10", high],
    ] as const) {
      expect(rubric.getByText(sentence).previousSibling?.textContent).toBe(score);
    }
  }
});
