import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fieldNames } from "@/contract/project/field-names";
import {
  FILE_FIELDS,
  fieldsOf,
  isFileField,
  isTextField,
  STEPS,
} from "@/contract/project/project-fields";
import { valuesOf } from "@/lib/draft/project-form";
import { EVERY_FIELD, shownAnswers } from "@/tests/support/people/every-field";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { ReviewSection } from "../review/review-section";
import { StepFields } from "./step-fields";

const values = valuesOf(EVERY_FIELD);
const state = { values, inHand: null };
const uploads = Object.fromEntries(FILE_FIELDS.map((field) => [field, { kind: "none" }]));
const listen = () => () => {};
const application = {
  programme: "Slancio",
  user: { id: "ada" },
  answer: { project: EVERY_FIELD },
  draft: { subscribe: listen, snapshot: () => state },
  uploads: { subscribe: listen, snapshot: () => uploads },
  closed: null,
} as unknown as Application;

describe.each(["it", "en"] as const)("every field of the application, in %s", (locale) => {
  const { label } = fieldNames(locale);
  const options: Record<string, string> = MESSAGES[locale].options;
  const answers = shownAnswers(label, (value) => options[value] ?? value);
  const textOf = (element: Element) => element.textContent?.replaceAll(/\s+/g, " ") ?? "";

  test.each(STEPS)("each step shows its field with its value: %s", (step) => {
    const fields = { saved: values, problems: {}, savedNote: () => undefined, onSave: () => {} };
    const { container } = renderWithWords(
      <ApplicationContext value={application}>
        <form>
          <StepFields of={step} {...fields} disabled={false} />
        </form>
      </ApplicationContext>,
      locale,
    );
    const filled = new FormData(container.querySelector("form") ?? undefined);
    for (const field of fieldsOf(step)) {
      if (field === "team") {
        expect(textOf(container)).toContain("Ada Bruni");
        continue;
      }
      expect(textOf(container)).toContain(label[field]);
      const control = container.querySelector(`[name="${field}"], #field-${field}`);
      expect(control, field).not.toBeNull();
      if (!isTextField(field)) continue;
      expect(filled.get(field)).toBe(EVERY_FIELD[field]);
    }
  });

  test.each(STEPS)("the review page shows the field under its label: %s", (step) => {
    renderWithWords(
      <ApplicationContext value={application}>
        <ReviewSection step={step} />
      </ApplicationContext>,
      locale,
    );
    const terms = screen.getAllByRole("term").map((term) => textOf(term.parentElement ?? term));
    for (const field of fieldsOf(step).filter((name) => !isFileField(name) && name !== "team")) {
      const shown = answers.find((answer) => answer.field === field);
      expect(terms).toContain(`${label[field]}${shown?.value}`);
    }
    for (const field of fieldsOf(step).filter(isFileField)) {
      expect(screen.getByRole("link", { name: `${field}.ppt` })).toBeDefined();
    }
  });
});

test("the contact's fields state their purpose, so that browsers fill them in", () => {
  const fields = { saved: values, problems: {}, savedNote: () => undefined, onSave: () => {} };
  const { container } = renderWithWords(
    <ApplicationContext value={application}>
      <form>
        <StepFields of="contact" {...fields} disabled={false} />
      </form>
    </ApplicationContext>,
  );
  const purposes = [...container.querySelectorAll("input[autocomplete]")].map((input) => [
    input.getAttribute("name"),
    input.getAttribute("autocomplete"),
  ]);
  expect(purposes).toEqual([
    ["referente_nome_e_cognome", "name"],
    ["referente_ruolo", "organization-title"],
    ["referente_email", "email"],
    ["referente_telefono", "tel"],
  ]);
});
