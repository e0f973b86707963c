"use client";

import type { ComponentType } from "react";
import {
  type FieldKind,
  type FieldOf,
  fieldsOf,
  isFileField,
  type ProjectField,
  ruleOf,
  type Step,
  type TextField,
} from "@/contract/project/project-fields";
import upload from "../upload/upload.module.css";
import { UploadField } from "../upload/upload-field";
import styles from "./step.module.css";
import type { StepProps } from "./step-props";
import { TeamStep } from "./team-step";
import { ChoiceField, LineField, LinesField } from "./written-fields";

type FormProps<F extends ProjectField> = { field: F; step: StepProps };

/** The component that edits each kind of form field. */
const FORMS: { [K in FieldKind]: ComponentType<FormProps<FieldOf<K>>> } = {
  line: LineField,
  email: LineField,
  phone: LineField,
  year: LineField,
  url: LineField,
  lines: LinesField,
  choice: ChoiceField,
  file: FileField,
  team: Team,
};

function FileField({ field, step }: FormProps<FieldOf<"file">>) {
  return <UploadField field={field} problem={step.problems[field]} disabled={step.disabled} />;
}

function Team({ step }: FormProps<FieldOf<"team">>) {
  return <TeamStep {...step} />;
}

function FormOf(props: FormProps<ProjectField>) {
  // `FORMS` maps each kind of field to a component. TypeScript cannot infer that the component fits this field, so
  // assert the type.
  const Form = FORMS[ruleOf(props.field).kind] as ComponentType<FormProps<ProjectField>>;
  return <Form {...props} />;
}

/** Reports whether a conditional field is visible. Hiding a field keeps its text. */
function isShown(field: ProjectField, { saved }: StepProps): boolean {
  const { shownWith } = ruleOf(field);
  return !shownWith || saved[shownWith.field as TextField] === shownWith.value;
}

/** Renders the fields of one step as the contract describes them: text fields first, then files. */
export function StepFields({ of, ...step }: { of: Step } & StepProps) {
  const fields = fieldsOf(of).filter((field) => isShown(field, step));
  const files = fields.filter(isFileField);
  return (
    <div className={styles.fields}>
      {fields
        .filter((field) => !isFileField(field))
        .map((field) => (
          <div key={field} className={ruleOf(field).half ? styles.half : ""}>
            <FormOf field={field} step={step} />
          </div>
        ))}
      {files.length > 0 && (
        // Files upload as soon as the user chooses them, independently of saving the text.
        <div className={upload.documents}>
          {files.map((field) => (
            <FormOf key={field} field={field} step={step} />
          ))}
        </div>
      )}
    </div>
  );
}
