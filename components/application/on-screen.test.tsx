import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { stepProgress } from "@/contract/project/progress";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { valuesOf } from "@/lib/draft/project-form";
import { saveModel } from "@/tests/support/people/save-model";
import { type Application, ApplicationContext, useShownProject } from "./application-context";
import { useStrayFiles } from "./upload/use-stray-files";

function Challenge() {
  const { filled, required } = stepProgress("challenge", useShownProject());
  return <output>{`${filled}/${required}`}</output>;
}

test.each([
  ["yes", "1/1"],
  ["", "0/1"],
])("a step counts the visible answer (%j), saved or not", (answer, count) => {
  const values = { ...valuesOf(EMPTY_PROJECT), sustainableretail: answer, obiettivi: "\u200b" };
  const view = { values };
  const draft = { subscribe: () => () => {}, snapshot: () => view };
  const application = { answer: saveModel().read(), draft } as unknown as Application;
  render(
    <ApplicationContext value={application}>
      <Challenge />
    </ApplicationContext>,
  );
  expect(screen.getByRole("status").textContent).toBe(count);
});

function Page() {
  useStrayFiles();
  return <h1>{"Documenti"}</h1>;
}

test("a file dropped outside its box does not replace the page, and dropped text works as usual", () => {
  render(<Page />);
  const letGo = (types: string[]) =>
    fireEvent.drop(screen.getByRole("heading"), { dataTransfer: { types, dropEffect: "copy" } });
  // `dispatchEvent` returns false if a handler prevented the browser's default action.
  expect(letGo(["Files"])).toBe(false);
  expect(letGo(["text/plain"])).toBe(true);
});
