import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApplicationContext } from "@/components/application/application-context";
import { ReviewSection } from "@/components/application/review/review-section";
import { StepFields } from "@/components/application/steps/step-fields";
import { ProjectPanel } from "@/components/evaluation/workspace/project-panel";
import { SignInAgain } from "@/components/submission/sign-in-again";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { valuesOf } from "@/lib/draft/project-form";
import { renderWithWords } from "@/tests/support/render";

const project = { ...EMPTY_PROJECT, motto: "Poca lana, molto caldo" };

function inArea(answers: typeof project, ui: React.ReactElement, locale: "it" | "en") {
  const area = { answer: { project: answers }, programme: "Slancio", closed: null };
  return renderWithWords(
    <ApplicationContext value={area as never}>{ui}</ApplicationContext>,
    locale,
  );
}

test.each([
  ["it", "Il motto in una riga"],
  ["en", "The motto in a line"],
] as const)("the step asks for it (%s)", async (locale, label) => {
  const onSave = vi.fn();
  const step = { saved: valuesOf(project), problems: {}, savedNote: () => undefined, onSave };
  inArea(project, <StepFields of="idea" {...step} disabled={false} />, locale);
  const input = screen.getByLabelText(new RegExp(label));
  expect(input).toHaveProperty("value", project.motto);
  await userEvent.setup().type(input, "!");
  expect(onSave).toHaveBeenCalledWith({ motto: `${project.motto}!` });
});

test("the review shows it, and where it is missing leads to it", () => {
  const { unmount } = inArea(project, <ReviewSection step="idea" />, "it");
  expect(screen.getByText(project.motto)).toBeDefined();
  unmount();
  inArea(EMPTY_PROJECT, <ReviewSection step="idea" />, "it");
  expect(screen.getByRole("link", { name: /Motto/ }).getAttribute("href")).toContain("motto");
});

test("evaluators read it in the sheet", () => {
  const sent_at = "2026-08-20T10:00:00.000Z";
  const evaluated = { project, sent_at, closed: true, evaluation: null, hints: [], before: {} };
  renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <SignInAgain>
        <ProjectPanel evaluated={evaluated as never} />
      </SignInAgain>
    </QueryClientProvider>,
  );
  expect(screen.getByText("Motto").nextSibling?.textContent).toBe(project.motto);
});
