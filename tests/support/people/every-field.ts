import {
  FIELD_NAMES,
  isFileField,
  isTextField,
  type ProjectField,
  ruleOf,
  TEXT_FIELDS,
} from "@/contract/project/project-fields";
import type { Member, Project, ProjectFile } from "@/contract/project/project-schemas";

const MEMBER: Member = {
  name: "Ada Bruni",
  role: "CTO",
  phone: "+39 320 000 0001",
  age: "age-30_50",
  info: "gb_ref-web",
};

/** Returns an answer for an application field: a text with the field's name, or the last value of a closed list. */
function answerTo(field: ProjectField): Project[ProjectField] {
  const rule = ruleOf(field);
  if (isFileField(field)) return fileOf(field);
  if (rule.kind === "team") return [MEMBER];
  if (rule.kind === "choice") return rule.options.at(-1) ?? "";
  const place = FIELD_NAMES.indexOf(field);
  if (rule.kind === "year") return String(2000 + place);
  if (rule.kind === "phone") return `+39 320 000 00${10 + place}`;
  if (rule.kind === "email") return `r${place}@example.org`;
  if (rule.kind === "url") return `https://example.org/r${place}`;
  return `Risposta ${place}`;
}

function fileOf(field: ProjectFile["field"]): ProjectFile {
  return {
    id: `file-${field}`,
    field,
    name: `${field}.ppt`,
    size: 2_000_000,
    type: "application/vnd.ms-powerpoint",
    sha256: "a".repeat(64),
    uploaded_at: "2026-08-20T10:00:00.000Z",
  };
}

/** An application with an answer in every field of the contract, including conditional fields. */
export const EVERY_FIELD = Object.fromEntries([
  ...FIELD_NAMES.map((field) => [field, answerTo(field)]),
  ...TEXT_FIELDS.flatMap((field) => {
    const { shownWith } = ruleOf(field);
    return shownWith ? [[shownWith.field, shownWith.value]] : [];
  }),
]) as Project;

/** Returns the name of every text field and the answer that pages display for it. */
export function shownAnswers(
  names: Record<ProjectField, string>,
  option: (value: string) => string,
) {
  return FIELD_NAMES.filter(isTextField).map((field) => {
    const value = EVERY_FIELD[field];
    const { kind, read, private: isPrivate = false } = ruleOf(field);
    const shown = kind === "choice" ? option(value) : value;
    return { field, read, isPrivate, name: names[field], value: shown };
  });
}
