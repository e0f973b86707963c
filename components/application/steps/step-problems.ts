import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { SummaryItem } from "@/components/forms/error-summary";
import { useErrorWords } from "@/components/forms/error-words";
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
import { useFieldWords } from "./field-words";
import { excessOf } from "./problem-words";

/**
 * What is wrong in a step, and how much of it is shown: a text that is too long at once, any other problem
 * once the field has been left. Once the person has pressed Save, what is missing too, as far as they have
 * come; in a step not begun yet, all of it.
 */
export function useStepProblems(step: Step) {
  const words = useFieldWords();
  const t = useTranslations("steps");
  const error = useErrorWords();
  const { answer } = useApplication();
  const { values, problems, inHand: editor } = useDraft();
  const [attempt, setAttempt] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const first = useRef(problems);

  // What was wrong before this visit is shown from the start: the person has been here.
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
    /** How often Save has been pressed here; a new number moves the focus to the summary. */
    attempt,
    tryNow: () => setAttempt((count) => count + 1),
    /** Notes that a field was left. */
    touch: (name: string) => {
      if (name && !left.has(name)) setLeft(new Set([...left, name]));
    },
    /** Field (dotted) → code, for the problems to be shown. */
    shown,
    summary: tried ? summary : [],
    heading: error(missing.length > 0 ? "project_incomplete" : "invalid_fields"),
  };
}
