import { useTranslations } from "next-intl";
import {
  PROJECT_FIELDS,
  type ProjectField,
  type SavedField,
} from "@/contract/project/project-fields";
import { FIGURES } from "@/contract/quoted-numbers";
import type { Values } from "@/lib/draft/project-form";
import { messageOr } from "@/lib/i18n/message-of";
import { useApplication } from "./application-context";

/** Returns the texts about the application's fields, such as labels and help texts. */
export function useFieldMessages() {
  const names = useTranslations("fields");
  const t = useTranslations("steps");
  return {
    /** The label shown above the field. */
    label: (field: ProjectField) => names(`label.${field}`),
    /**
     * The field's name in a list that covers several steps, where the label "Role" alone would be ambiguous.
     */
    name: (field: ProjectField) => names(`name.${field}`),
    /** The help text below the label. Many fields have none (undefined). */
    help(field: ProjectField) {
      const key = `help.${field}` as "help.nome";
      // Some help texts contain numbers from `FIGURES`. TypeScript cannot know which texts contain numbers, so the cast
      // passes all numbers to every text.
      return t.has(key) ? t(key, FIGURES as never) : undefined;
    },
  };
}

/** Returns a function that returns the label of an option's value. An unknown value is returned unchanged. */
export function useOptionWord(): (value: string) => string {
  const t = useTranslations("options");
  const { programme } = useApplication();
  return (value) => messageOr(t, value, value, { product: programme });
}

/** Returns a function that formats a field's value for display. An empty field gives "". */
export function useShownValue() {
  const word = useOptionWord();
  return function shown<F extends SavedField>(field: F, value: Values[F]): string {
    if (typeof value !== "string")
      return value
        .map(({ name, role, phone, age, info }) =>
          [name, role, phone, age && word(age), info && word(info)].filter(Boolean).join(", "),
        )
        .join("\n");
    return PROJECT_FIELDS[field].kind === "choice" && value ? word(value) : value;
  };
}
