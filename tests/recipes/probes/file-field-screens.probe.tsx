import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApplicationContext } from "@/components/application/application-context";
import { ReviewSection } from "@/components/application/review/review-section";
import { StepFields } from "@/components/application/steps/step-fields";
import { HowToApply } from "@/components/site/call/how-to-apply";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { valuesOf } from "@/lib/draft/project-form";
import { renderWithWords } from "@/tests/support/render";

const WORDS = [
  ["it", "Foto del prototipo", /Una foto: .*\.png/],
  ["en", "Picture of the prototype", /One picture: .*\.png/],
] as const;
const states = Object.fromEntries(FILE_FIELDS.map((field) => [field, { kind: "none" }]));
const uploads = { subscribe: () => () => {}, snapshot: () => states };
const area = { answer: { project: EMPTY_PROJECT }, uploads, programme: "Slancio", closed: null };
const saved = { saved: valuesOf(EMPTY_PROJECT), savedNote: () => undefined, onSave: () => {} };

test.each(WORDS)("the step asks for it, and the review names it (%s)", (locale, name, rule) => {
  renderWithWords(
    <ApplicationContext value={area as never}>
      <StepFields of="documents" {...saved} problems={{}} disabled={false} />
      <ReviewSection step="documents" />
    </ApplicationContext>,
    locale,
  );
  const input = screen.getByLabelText(new RegExp(name), { selector: "input" });
  expect(input.getAttribute("type")).toBe("file");
  expect(screen.getByText(rule)).toBeDefined();
  expect(screen.getAllByText(new RegExp(name)).length).toBeGreaterThan(1);
});

test.each(WORDS)("the page of the call says what to prepare (%s)", (locale, name, rule) => {
  const documents = {
    rules: "/rules.pdf",
    privacyNotice: "/privacy.pdf",
    criteria: "/criteria.pdf",
  };
  renderWithWords(<HowToApply documents={documents} reading={[]} />, locale);
  expect(screen.getByText(new RegExp(name))).toBeDefined();
  expect(screen.getByText(rule)).toBeDefined();
});
