import type { ZodType } from "zod";
import type { FieldCode } from "@/contract/errors";

export type FieldOf<V> = keyof V & string;

/** A field's value in its stored form, or the code of its error. */
type Checked<T> = { value: T } | { code: FieldCode };

/**
 * Description of a form for the draft engine: the form's fields, and how the back end stores them.
 *
 * `V` is the type of the tab's values, valid or not. `H` is the type of a nested editor's content before it becomes
 * part of a field.
 */
export type Form<V, H = never> = {
  /** Fields that a save contains, in page order. */
  fields: readonly FieldOf<V>[];
  check: <F extends FieldOf<V>>(field: F, value: V[F]) => Checked<V[F]>;
  /**
   * True if the user resolves an edit conflict with one decision for the whole form. False if each field needs its own
   * decision.
   */
  whole: boolean;
  /** Reports whether a nested editor has content that is not yet part of the editor's field. */
  isUnsaved: (inHand: H, values: V) => boolean;
};

/** Returns the function that checks a form's values with the contract's schemas of the fields. */
export function checkBy<V>(schemas: Record<FieldOf<V>, ZodType>): Form<V>["check"] {
  return <F extends FieldOf<V>>(field: F, value: V[F]) => {
    const parsed = schemas[field].safeParse(value);
    if (parsed.success) return { value: parsed.data as V[F] };
    // The contract's schemas use error codes as messages. The form shows only a field's first error.
    return { code: (parsed.error.issues[0]?.message ?? "invalid_type") as FieldCode };
  };
}

/** Reports whether two values are equal in their stored form. Leading spaces, for example, are not a change. */
export function isSame<V, F extends FieldOf<V>>(
  form: Pick<Form<V>, "check">,
  field: F,
  a: V[F] | undefined,
  b: V[F] | undefined,
): boolean {
  if (a === undefined || b === undefined || a === b) return a === b;
  return canonical(form, field, a) === canonical(form, field, b);
}

function canonical<V, F extends FieldOf<V>>(
  form: Pick<Form<V>, "check">,
  field: F,
  value: V[F],
): unknown {
  const checked = form.check(field, value);
  return exactly("value" in checked ? checked.value : value);
}

/**
 * Returns a value that can be compared with `===`. Objects with equal content become equal texts, regardless of the
 * order of their keys.
 */
export function exactly(value: unknown): unknown {
  return typeof value === "object" ? JSON.stringify(value, inOrder) : value;
}

function inOrder(_: string, part: unknown): unknown {
  const isRecord = typeof part === "object" && part !== null && !Array.isArray(part);
  return isRecord ? Object.fromEntries(Object.entries(part).sort()) : part;
}

/** Returns the fields in which two sets of a form's values differ, in page order. */
export function differences<V>(form: Pick<Form<V>, "check" | "fields">, a: V, b: V): FieldOf<V>[] {
  return form.fields.filter((field) => !isSame(form, field, a[field], b[field]));
}

/** Returns the names of the fields for which an object has a value. */
export function fieldsIn<V>(values: Partial<V>): FieldOf<V>[] {
  return Object.keys(values) as FieldOf<V>[];
}

/** Returns the values of the named fields. Fields without a value are omitted. */
export function pick<V>(values: Partial<V>, fields: readonly FieldOf<V>[]): Partial<V> {
  const part: Partial<V> = {};
  for (const field of fields) if (field in (values as object)) part[field] = values[field];
  return part;
}

/** Returns a form's values without the named fields. */
export function omit<V>(values: Partial<V>, fields: readonly FieldOf<V>[]): Partial<V> {
  return pick(
    values,
    fieldsIn(values).filter((field) => !fields.includes(field)),
  );
}
