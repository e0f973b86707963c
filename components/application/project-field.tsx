"use client";

import { RadioGroup } from "@/components/forms/radio-group";
import { SelectField } from "@/components/forms/select-field";
import { TextArea } from "@/components/forms/text-area";
import { TextField } from "@/components/forms/text-field";
import { NAME_MAX, TEXT_MAX } from "@/contract/fields";
import { type FieldRule, PROJECT_FIELDS } from "@/contract/project-fields";
import type { TextField as TextFieldName } from "./draft-values";
import { useFieldWords, useOptionWord } from "./field-words";
import type { StepProps } from "./step-props";

/** Lists this short are shown whole, as radio buttons. */
const RADIO_MAX = 3;

/** What a browser or a phone should know of a kind of line. */
const LINES = {
  line: {},
  email: { type: "email", inputMode: "email", autoComplete: "email", spellCheck: false },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
  year: { inputMode: "numeric", autoComplete: "off" },
  url: { type: "url", inputMode: "url", autoComplete: "off", spellCheck: false },
} as const;

/** One field of the application, drawn by its rule in the contract. */
export function ProjectField({
  field,
  step,
  className,
}: {
  field: TextFieldName;
  step: StepProps;
  className?: string;
}) {
  const words = useFieldWords();
  const option = useOptionWord();
  // The literal types of the table hide what the fields have in common.
  const rule: FieldRule = PROJECT_FIELDS[field];
  const value = step.saved[field];
  const common = {
    name: field,
    label: words.label(field),
    help: words.help(field),
    error: step.problems[field],
    optional: !rule.required,
    conditional: rule.shownWith !== undefined,
  };
  const change = (next: string) => step.onSave({ [field]: next });

  // A conditional field that is not shown keeps its text; it is only out of sight.
  if (rule.shownWith && step.saved[rule.shownWith.field as TextFieldName] !== rule.shownWith.value)
    return null;

  if (rule.kind === "choice") {
    const options = rule.options.map((name) => ({ value: name, label: option(name) }));
    const { conditional, ...choice } = common;
    return (
      <div className={className}>
        {options.length <= RADIO_MAX ? (
          <RadioGroup
            {...choice}
            options={options}
            disabled={step.disabled}
            onChange={(event) => change(event.currentTarget.value)}
            chosen={value}
          />
        ) : (
          <SelectField
            {...common}
            options={options}
            value={value}
            disabled={step.disabled}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
      </div>
    );
  }
  if (rule.kind === "lines") {
    return (
      <div className={className}>
        <TextArea
          {...common}
          limit={rule.max ?? TEXT_MAX}
          note={step.savedNote(field)}
          value={value}
          readOnly={step.disabled}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
    );
  }
  return (
    <div className={className}>
      <TextField
        {...common}
        {...LINES[rule.kind]}
        limit={rule.max ?? NAME_MAX}
        value={value}
        readOnly={step.disabled}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}
