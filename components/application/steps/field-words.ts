import { useTranslations } from "next-intl";
import { FIGURES } from "@/contract/figures";
import type { ProjectField } from "@/contract/project/project-fields";
import { useApplication } from "../application-context";

/** The words of the application's fields. */
export function useFieldWords() {
  const names = useTranslations("fields");
  const t = useTranslations("steps");
  return {
    /** Above the field. */
    label: (field: ProjectField) => names(`label.${field}`),
    /** In a list that mixes steps, where "Ruolo" alone would not say whose. */
    name: (field: ProjectField) => names(`name.${field}`),
    /** Under the label; many fields need none. */
    help(field: ProjectField) {
      const key = `help.${field}` as "help.nome";
      // Some of them quote a figure; the key named here does not.
      return t.has(key) ? t(key, FIGURES as never) : undefined;
    },
  };
}

/** The label of an option's value; a value in no list is shown as stored. */
export function useOptionWord(): (value: string) => string {
  const t = useTranslations("options");
  const { programme } = useApplication();
  return (value) =>
    t.has(value as never) ? t(value as never, { product: programme } as never) : value;
}
