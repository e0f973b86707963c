"use client";

import { RadioGroup } from "@/components/forms/fields/radio-group";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextArea } from "@/components/forms/fields/text-area";
import { TextField } from "@/components/forms/fields/text-field";
import { EnglishNames } from "@/components/ui/english-names";
import {
  type FieldOf,
  limitOf,
  PROJECT_FIELDS,
  ruleOf,
  type TextField as TextFieldName,
  type TextKind,
} from "@/contract/project/project-fields";
import { useFieldMessages, useOptionWord } from "../field-messages";
import { excessOf } from "../problem-messages";
import type { StepProps } from "./step-props";

/** Maximum number of options shown as radio buttons. Longer lists use a select element. */
const RADIO_MAX = 3;

type Line = Exclude<TextKind, "lines">;

/** Attributes of the HTML input for each kind of one-line text field. */
const LINES = {
  line: {},
  email: { type: "email", inputMode: "email", autoComplete: "email", spellCheck: false },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
  year: { inputMode: "numeric", autoComplete: "off" },
  url: { type: "url", inputMode: "url", autoComplete: "off", spellCheck: false },
} as const satisfies Record<Line, object>;

/**
 * Autofill purposes of the contact person's fields. The contact person is often the user, so browsers can fill in these
 * fields.
 */
const PURPOSES: Partial<Record<TextFieldName, string>> = {
  referente_nome_e_cognome: "name",
  referente_ruolo: "organization-title",
};

/** Returns the props that all text fields share: texts, value, and change handler. */
function useWritten(field: TextFieldName, { saved, problems, onSave }: StepProps) {
  const words = useFieldMessages();
  const { required, shownWith } = ruleOf(field);
  return {
    name: field,
    label: words.label(field),
    help: words.help(field),
    error: problems[field],
    optional: !required,
    conditional: shownWith !== undefined,
    value: saved[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      onSave({ [field]: event.currentTarget.value }),
  };
}

export function LineField({ field, step }: { field: FieldOf<Line>; step: StepProps }) {
  return (
    <TextField
      {...useWritten(field, step)}
      autoComplete={PURPOSES[field]}
      {...LINES[PROJECT_FIELDS[field].kind]}
      limit={limitOf(field)}
      over={excessOf(field, step.saved[field])}
      readOnly={step.disabled}
    />
  );
}

export function LinesField({ field, step }: { field: FieldOf<"lines">; step: StepProps }) {
  return (
    <TextArea
      {...useWritten(field, step)}
      limit={limitOf(field)}
      note={step.savedNote(field)}
      readOnly={step.disabled}
    />
  );
}

/** Renders a field to choose one option from a fixed list. */
export function ChoiceField({ field, step }: { field: FieldOf<"choice">; step: StepProps }) {
  const option = useOptionWord();
  const { value, conditional, ...common } = useWritten(field, step);
  const options = PROJECT_FIELDS[field].options.map((name) => ({
    value: name,
    label: option(name),
  }));
  if (options.length <= RADIO_MAX)
    return (
      <RadioGroup
        {...common}
        label={<EnglishNames text={common.label} />}
        options={options}
        chosen={value}
        disabled={step.disabled}
      />
    );
  return (
    <SelectField
      {...common}
      conditional={conditional}
      options={options}
      value={value}
      disabled={step.disabled}
    />
  );
}
