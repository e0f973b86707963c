import type { FieldCode } from "@/contract/errors";
import { FIELD_NAMES, PROJECT_FIELDS, type ProjectField } from "@/contract/project-fields";
import { type Member, type Project, projectFieldSchemas } from "@/contract/project-schemas";

/** A field that travels in a save: everything but the files. */
export type SavedField = keyof typeof projectFieldSchemas;
export type TextField = Exclude<SavedField, "team">;
/** A member as it may stand on the page: its choices can still be empty. */
export type MemberValues = Record<keyof Member, string>;

/** The non-file fields as they stand in the tab; they need not be valid. */
export type Values = Record<TextField, string> & { team: MemberValues[] };
export type Changes = Partial<Values>;

function isSavedField(name: ProjectField): name is SavedField {
  return PROJECT_FIELDS[name].kind !== "file";
}

/** The fields of a save, in page order. */
export const SAVED_FIELDS = FIELD_NAMES.filter(isSavedField);

/** The non-file part of a project. */
export function valuesOf(project: Project): Values {
  const { pitch, video, altro_materiale, logo, ...values } = project;
  return values;
}

type Checked<F extends SavedField> = { value: Values[F] } | { code: FieldCode };

/** A field's value as the back end would store it, or what is wrong with it. */
export function checkField<F extends SavedField>(field: F, value: Values[F]): Checked<F> {
  const parsed = projectFieldSchemas[field].safeParse(value);
  if (parsed.success) return { value: parsed.data as Values[F] };
  // Schemas of the contract name their codes as messages; the first one is the one to show.
  return { code: (parsed.error.issues[0]?.message ?? "invalid_type") as FieldCode };
}

/** Compares as stored: leading blanks, for one, are no change. Team members compare by content. */
export function sameValue<F extends SavedField>(field: F, a: Values[F], b: Values[F]): boolean {
  return canonical(field, a) === canonical(field, b);
}

function canonical<F extends SavedField>(field: F, value: Values[F]): string {
  const checked = checkField(field, value);
  const stored = "value" in checked ? checked.value : value;
  if (typeof stored === "string") return stored;
  return JSON.stringify(
    stored.map(({ name, role, phone, age, info }) => [name, role, phone, age, info]),
  );
}

/** The fields in which two sets of values differ, in page order. */
export function differences(a: Values, b: Values): SavedField[] {
  return SAVED_FIELDS.filter((field) => !sameValue(field, a[field], b[field]));
}

/** A part of the values: the named fields only. */
export function pick(values: Values, fields: readonly SavedField[]): Changes {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/**
 * Joins what this tab wrote with what another one stored, field by field. A field only one side
 * changed takes that side; one that both changed differently is a conflict and keeps mine for now.
 *
 * @param base what both started from
 */
export function mergeValues(base: Values, mine: Values, theirs: Values) {
  const conflicts = SAVED_FIELDS.filter(
    (field) =>
      !sameValue(field, base[field], mine[field]) &&
      !sameValue(field, base[field], theirs[field]) &&
      !sameValue(field, mine[field], theirs[field]),
  );
  const taken = SAVED_FIELDS.filter(
    (field) =>
      !sameValue(field, base[field], theirs[field]) && sameValue(field, base[field], mine[field]),
  );
  // What is the same as stored keeps the words of the tab: a blank being typed is not taken away.
  return { values: { ...mine, ...pick(theirs, taken) }, conflicts, taken };
}
