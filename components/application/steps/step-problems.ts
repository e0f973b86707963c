import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import type { SummaryItem } from "@/components/forms/error-summary";
import { isFilled } from "@/contract/project/progress";
import {
  fieldsOf,
  isSavedField,
  isTextField,
  limitOf,
  type ProjectField,
  ruleOf,
  type Step,
} from "@/contract/project/project-fields";
import { cleanAnswer } from "@/contract/project/project-schemas";
import { memberProblems } from "@/lib/draft/team-member";
import { useApplication, useDraft } from "../application-context";
import { useFieldMessages } from "../field-messages";
import { excessOf } from "../problem-messages";

/**
 * Returns the errors of a step, and which errors to show. A text that is too long is reported immediately, other errors
 * after the user leaves the field. Save also reports missing required fields, up to the last field that the user has
 * reached.
 */
export function useStepProblems(step: Step) {
  const words = useFieldMessages();
  const t = useTranslations("steps");
  const error = useErrorMessages();
  const { answer } = useApplication();
  const { values, problems, inHand: editor } = useDraft();
  const [attempt, setAttempt] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const first = useRef(problems);

  // Errors that exist when the step opens come from an earlier visit to the step, so show them immediately.
  useEffect(() => setLeft(new Set(Object.keys(first.current))), []);

  const fields = fieldsOf(step);
  const answered = (field: ProjectField) =>
    isSavedField(field) ? values[field] : answer.project[field];
  const isGiven = (field: ProjectField) => {
    const value = answered(field);
    return isFilled(
      typeof value === "string" && isTextField(field) ? cleanAnswer(field, value) : value,
    );
  };
  const furthest = fields.findLastIndex((field) => left.has(field) || isGiven(field));
  const reached = furthest < 0 ? fields : fields.slice(0, furthest + 1);

  const all: Record<string, string> = {};
  const missing: string[] = [];
  for (const field of fields) {
    const code = isSavedField(field) ? problems[field] : undefined;
    if (code) all[field] = code;
    else if (ruleOf(field).required && reached.includes(field) && !isGiven(field)) {
      all[field] = "required";
      missing.push(field);
    }
  }
  const inHand = step === "team" && editor ? memberProblems(editor.member) : {};
  for (const [name, code] of Object.entries(inHand)) {
    all[`member.${name}`] = code;
    if (code === "required") missing.push(name);
  }

  const tried = attempt > 0;
  const shown = Object.fromEntries(
    Object.entries(all).filter(
      ([name, code]) => tried || code === "too_long" || (left.has(name) && code !== "required"),
    ),
  );
  const summary: SummaryItem[] = Object.entries(all).map(([name, code]) =>
    name.startsWith("member.")
      ? { name, label: t(`member.${name.slice(7) as "name"}`), code }
      : {
          name,
          label: words.name(name as ProjectField),
          code,
          limit: limitOf(name as ProjectField),
          over: excessOf(name as ProjectField, answered(name as ProjectField)),
        },
  );

  return {
    /** Number of presses on Save in this step. An increase moves the focus to the error summary. */
    attempt,
    tryNow: () => setAttempt((count) => count + 1),
    /** Records that the user has left a field. */
    touch: (name: string) => {
      if (name && !left.has(name)) setLeft(new Set([...left, name]));
    },
    /** The error code of each field with an error to show, by dotted field name. */
    shown,
    summary: tried ? summary : [],
    heading: error(missing.length > 0 ? "project_incomplete" : "invalid_fields"),
  };
}
