import { useTranslations } from "next-intl";
import type { ProjectField } from "@/contract/project-fields";
import { useApplication } from "./application-context";

const HELPED = [
  "nome",
  "idea",
  "tipologia_altro",
  "femminile",
  "industry",
  "tech",
  "sustainableretail",
  "obiettivi",
  "impatto",
  "sustainableretail_video",
  "referente_email",
  "referente_telefono",
] as const satisfies ProjectField[];

function isHelped(field: ProjectField): field is (typeof HELPED)[number] {
  return (HELPED as readonly string[]).includes(field);
}

/** The words of the application's fields. */
export function useFieldWords() {
  const t = useTranslations("steps");
  return {
    /** Above the field. */
    label: (field: ProjectField) => t(`label.${field}`),
    /** In a list that mixes steps, where "Ruolo" alone would not say whose. */
    name: (field: ProjectField) => t(`name.${field}`),
    help: (field: ProjectField) => (isHelped(field) ? t(`help.${field}`) : undefined),
  };
}

/** The word of an option's value; a value that no list knows is shown as it is stored. */
export function useOptionWord(): (value: string) => string {
  const t = useTranslations("options");
  const { programme } = useApplication();
  return (value) =>
    t.has(value as never) ? t(value as never, { product: programme } as never) : value;
}
