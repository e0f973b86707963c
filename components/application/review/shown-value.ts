import type { SavedField } from "@/contract/project/project-fields";
import { PROJECT_FIELDS } from "@/contract/project/project-fields";
import type { Values } from "@/lib/draft/project-form";
import { useOptionWord } from "../steps/field-messages";

/** Returns a function that formats a field's value for reading; "" for an empty field. */
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
