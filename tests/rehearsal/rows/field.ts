import { after, type Change } from "../scratch";

/** A line of text that everybody has to fill in, in the first step. */
export const field: Change = {
  "contract/project/project-fields.ts": after(
    `  nome: { step: "idea", required: true, kind: "line", read: "title" },\n`,
    `  motto: { step: "idea", required: true, kind: "line", max: 60 },\n`,
  ),
  "contract/project/field-names.it.ts": after(
    `  nome: { label: "Nome della startup o dell’idea", short: "Nome" },\n`,
    `  motto: { label: "Il motto in una riga", name: "Motto", short: "Motto" },\n`,
  ),
  "contract/project/field-names.en.ts": after(
    "export const names: FieldNames = {\n",
    `  motto: { label: "The motto in a line", name: "Motto line", short: "Motto line" },\n`,
  ),
};
