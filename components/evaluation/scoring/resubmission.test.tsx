import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { SignInAgain } from "@/components/submission/sign-in-again";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { renderWithWords } from "@/tests/support/render";
import { ResubmittedNotice } from "./resubmission";

function renderNotice(before: object, locale: "it" | "en" = "it") {
  const onLetStand = vi.fn(async () => undefined);
  const project = { before } as unknown as ProjectForEvaluation;
  renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <SignInAgain>
        <ResubmittedNotice project={project} onLetStand={onLetStand} />
      </SignInAgain>
    </QueryClientProvider>,
    locale,
  );
  return onLetStand;
}

test("a resubmission lists the changed answers in order and can keep the scores", async () => {
  const onLetStand = renderNotice({ team: [], pitch: null, idea: "Prima" });
  expect(screen.getByRole("status").textContent).toContain(
    "Inviato di nuovo dopo i tuoi voti. È cambiato: Idea, Pitch deck e Team.",
  );
  await userEvent.click(screen.getByRole("button", { name: "Lascia i miei voti" }));
  expect(onLetStand).toHaveBeenCalledOnce();
});

test("a resubmission without changes that evaluators read says so", () => {
  renderNotice({}, "en");
  screen.getByText("Nothing has changed in the parts you read.", { exact: false });
  screen.getByRole("button", { name: "Keep my scores" });
});
