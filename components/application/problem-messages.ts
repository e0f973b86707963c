import { useTranslations } from "next-intl";
import { useFieldMessage } from "@/components/forms/field-message";
import { textLength } from "@/contract/fields";
import {
  isTextField,
  limitOf,
  type ProjectField,
  type SavedField,
} from "@/contract/project/project-fields";
import { cleanAnswer } from "@/contract/project/project-schemas";
import { useDraft } from "./application-context";
import { useFieldMessages } from "./field-messages";

/** Returns by how many characters a text exceeds the field's limit, or 0 if the text fits. */
export function excessOf(field: ProjectField, value: unknown): number {
  const limit = limitOf(field);
  if (typeof value !== "string" || limit === undefined) return 0;
  const text = isTextField(field) ? cleanAnswer(field, value) : value;
  return Math.max(0, textLength(text) - limit);
}

/** Returns a function that describes a field's error in a few words, for use after the field's name. */
export function useProblemMessages(): (field: ProjectField, code: string) => string {
  const t = useTranslations("project.leave");
  const message = useFieldMessage();
  const { values } = useDraft();
  return (field, code) => {
    const over = code === "too_long" ? excessOf(field, values[field as keyof typeof values]) : 0;
    return over > 0 ? t("over", { count: over }) : message(code, { limit: limitOf(field) ?? 0 });
  };
}

/**
 * Returns a function that names a field that cannot be saved. If the field's text is too long, the function also states
 * by how many characters, such as "Idea (520 characters too many)".
 */
export function useStuckName(): (field: SavedField) => string {
  const t = useTranslations("project.leave");
  const words = useFieldMessages();
  const { values, problems } = useDraft();
  return (field) => {
    const over = problems[field] === "too_long" ? excessOf(field, values[field]) : 0;
    const name = words.label(field);
    return over > 0 ? `${name} (${t("over", { count: over })})` : name;
  };
}
