import { after, before, type Change, words } from "../scratch";

/** Recipe: adds a required text field to the application's first step. */
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

/** Recipe: adds an optional picture to the application's documents. */
export const fileField: Change = {
  "contract/project/project-fields.ts": before(
    `  referente_nome_e_cognome: { step: "contact"`,
    `  prototipo: {
    step: "documents",
    required: false,
    kind: "file",
    holds: "picture",
    extensions: [".png"],
    maxBytes: LOGO_MAX_BYTES,
  },
`,
  ),
  "contract/project/field-names.it.ts": after(
    `  altro_materiale: { label: "Altro materiale" },\n`,
    `  prototipo: { label: "Foto del prototipo" },\n`,
  ),
  "contract/project/field-names.en.ts": after(
    `  altro_materiale: { label: "Other material" },\n`,
    `  prototipo: { label: "Picture of the prototype" },\n`,
  ),
  "messages/it.json": words({
    "uploads.rule.prototipo": "Una foto: {formats}, fino a {logoMegabytes, number} MB.",
    "uploads.smaller.prototipo": "Riduci la foto e caricala di nuovo.",
  }),
  "messages/en.json": words({
    "uploads.rule.prototipo": "One picture: {formats}, up to {logoMegabytes, number} MB.",
    "uploads.smaller.prototipo": "Reduce the picture and upload it again.",
  }),
};
