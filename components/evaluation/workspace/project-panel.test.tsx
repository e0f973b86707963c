import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { fieldNames } from "@/contract/project/field-names";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { EVERY_FIELD, shownAnswers } from "@/tests/support/people/every-field";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { ProjectPanel } from "./project-panel";

// Replaces the sign-in dialog, which only downloads open. This test downloads nothing.
vi.mock("@/components/submission/sign-in-again", () => ({ useAskSignIn: () => () => {} }));

const evaluated = {
  id: "1",
  number: "2026-000001",
  sent_at: "2026-09-30T21:59:07.000Z",
  project: EVERY_FIELD,
  evaluation: null,
  before: {},
  closed: true,
  renditions: {},
} as unknown as ProjectForEvaluation;

describe.each(["it", "en"] as const)("the project for evaluators, in %s", (locale) => {
  const { short } = fieldNames(locale);
  const options: Record<string, string> = MESSAGES[locale].options;
  const answers = shownAnswers(short, (value) => options[value] ?? value);

  test("the project shows all fields except private ones: as title, as tag, or in its step", () => {
    renderWithWords(<ProjectPanel evaluated={evaluated} />, locale);
    const terms = screen.getAllByRole("term").map((term) => term.parentElement?.textContent);
    const tags = within(screen.getAllByRole("list")[0] as HTMLElement)
      .getAllByRole("listitem")
      .map((tag) => tag.textContent);
    for (const { name, value, read, isPrivate } of answers) {
      if (isPrivate) expect(document.body.textContent).not.toContain(value);
      else if (read === "title")
        expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(value);
      else if (read === "tag") {
        const isOther = value === options["tech-other"];
        expect(tags).toContain(isOther ? `${name}: ${value}` : value);
      } else expect(terms).toContain(`${name}${value}`);
    }
    for (const field of FILE_FIELDS) {
      expect(screen.getByRole("heading", { name: short[field] })).toBeDefined();
      expect(screen.getByRole("link", { name: `${field}.ppt` })).toBeDefined();
    }
    const [member] = EVERY_FIELD.team;
    expect(screen.getByText("Ada Bruni")).toBeDefined();
    expect(document.body.textContent).not.toContain(member?.phone);
    expect(document.body.textContent).not.toContain(options[member?.age ?? ""]);
  });
});

test("answers and earlier answers are in the applicant's language, options in the page's", () => {
  const before = { idea: "As before" };
  const foreign = { ...evaluated, language: "en", before } as ProjectForEvaluation;
  renderWithWords(<ProjectPanel evaluated={foreign} />);
  const { nome, idea, team } = EVERY_FIELD;
  for (const text of [nome, idea, before.idea, team[0]?.role ?? ""])
    expect(screen.getByText(text).lang, text).toBe("en");
  const inEnglish = [...document.querySelectorAll("[lang=en]")].map((one) => one.textContent);
  const options: string[] = Object.values(MESSAGES.it.options);
  expect(inEnglish.filter((text) => options.includes(text))).toEqual([]);
});

test("content changed since scoring is marked with its former text", () => {
  const file = { ...EVERY_FIELD.pitch, id: "old", name: "prima.pdf" };
  const before = { idea: "Come prima", obiettivi: "", pitch: file, stage: "stage-concept" };
  const project = { ...EVERY_FIELD, logo: null };
  const changed = { ...evaluated, project, before: { ...before, logo: EVERY_FIELD.logo } };
  renderWithWords(<ProjectPanel evaluated={changed as ProjectForEvaluation} />);
  const idea = screen.getByText("Idea", { selector: "dt" }).parentElement as HTMLElement;
  expect(within(idea).getByText("cambiato")).toBeDefined();
  expect(within(idea).getByText("Come prima").closest("details")?.open).toBe(false);
  expect(screen.getByText("Era vuoto.")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Pitch deck cambiato" })).toBeDefined();
  expect(screen.getByText("Il file logo.ppt non c’è più.")).toBeDefined();
  expect(screen.getAllByText("cambiato")).toHaveLength(5);
});
