import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import type { EvaluatorReadings } from "@/contract/staff/matrix";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES } from "@/tests/support/render";
import { backEnd, last, PLAN, page, posted } from "@/tests/support/staff-actions";
import { GiveDialog } from "./give-dialog";

vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));

const project = {
  number: "2026-000001",
  language: "it",
  sector: "industry-food",
  done: 0,
} as const;
const READINGS: EvaluatorReadings = {
  ...{ current: true, wanted: 3 },
  evaluator: {
    ...{
      id: "a",
      name: "Bruna Sala",
      languages: [],
      sectors: [],
      capacity: 15,
      closed: false,
      left: false,
    },
    ...{ given: 12, done: 4, begun: 0, recused: 1 },
  },
  free: [
    { project: { ...project, id: "p", name: "Delta", given: 1 }, why_not: ["capacity"] },
    { project: { ...project, id: "q", name: "Gamma", given: 2 }, why_not: [] },
  ],
};
const SHOWN = {
  ...{ ...PLAN, count: 2, mails: [] },
  effects: [{ name: "evaluator_load", count: 14, facts: { who: "Bruna Sala", before: "12" } }],
};
const show = (readings: EvaluatorReadings, language: (typeof LANGUAGES)[number] = "it") => {
  backEnd(() => Response.json(SHOWN), readings);
  return page(
    <GiveDialog evaluator={{ id: "a", name: "Bruna Sala" }} onClose={vi.fn()} />,
    language,
  );
};
afterEach(() => vi.unstubAllGlobals());

describe.each(LANGUAGES)("giving projects to an evaluator (%s)", (language) => {
  const words = MESSAGES[language].staff.assignment;

  test("without a plan, the dialog says why nothing can be given and links to the plan", async () => {
    const { container } = show({ ...READINGS, wanted: null, free: [] }, language);
    expect(await screen.findByText(words.matrix.noPlan)).toBeDefined();
    const way = screen.getByRole("link", { name: words.matrix.makePlan });
    expect(way.getAttribute("href")).toContain("/valutatori/assegnazione#propose");
    expect(screen.queryByRole("textbox")).toBeNull();
    await expectAccessible(container);
  });

  test("an evaluator who has closed, or who reads everything, gets no form", async () => {
    const closed = { ...READINGS.evaluator, closed: true };
    const { unmount } = show({ ...READINGS, evaluator: closed, free: [] }, language);
    expect(await screen.findByText(words.give.closed)).toBeDefined();
    unmount();
    show({ ...READINGS, free: [] }, language);
    expect(await screen.findByText(words.give.none)).toBeDefined();
  });

  test("the form is accessible and shows what is against each project", async () => {
    const { container } = show(READINGS, language);
    await screen.findByText(
      language === "it" ? "Bruna Sala: da 12 a 14 progetti" : "Bruna Sala: from 12 to 14 projects",
    );
    expect(screen.getByText(new RegExp(words.matrix.obstacle.capacity))).toBeDefined();
    await expectAccessible(container);
  });
});

test("two projects are proposed, and chosen projects replace the number", async () => {
  show(READINGS);
  const number = await screen.findByLabelText(/Quanti progetti/);
  expect((number as HTMLInputElement).value).toBe("2");
  await waitFor(() => expect(last()).toEqual({ least: 2, notify: true }));
  expect(posted.at(-1)?.path).toMatch(/assignment\/evaluators\/a\/readings$/);
  await userEvent.click(screen.getByText("Oppure scegli i progetti"));
  await userEvent.click(screen.getByLabelText(/Gamma/));
  await waitFor(() => expect(last()).toEqual({ projects: ["q"], notify: true }));
  expect(screen.queryByLabelText(/Quanti progetti/)).toBeNull();
  await userEvent.click(screen.getByLabelText(/Gamma/));
  await userEvent.clear(await screen.findByLabelText(/Quanti progetti/));
  expect(screen.getByLabelText(/Quanti progetti/).getAttribute("aria-invalid")).toBe("true");
});
