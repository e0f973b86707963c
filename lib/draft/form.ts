import type { ZodType } from "zod";
import type { FieldCode } from "@/contract/errors";

export type FieldOf<V> = keyof V & string;

/** A value as the back end would store it, or what is wrong with it. */
type Checked<T> = { value: T } | { code: FieldCode };

/**
 * What the engine knows about a form: its fields, and how the back end would store them.
 *
 * `V` are its values as they are in the tab, valid or not; `H` is what a nested editor holds
 * before it becomes part of a field.
 */
export type Form<V, H = never> = {
  /** The fields of a save, in page order. */
  fields: readonly FieldOf<V>[];
  check: <F extends FieldOf<V>>(field: F, value: V[F]) => Checked<V[F]>;
  /** One question about the whole form when another tab has changed anything, instead of one per field. */
  whole: boolean;
  /** Whether the editor holds something that its field does not. */
  isUnsaved: (inHand: H, values: V) => boolean;
};

/** The check of a form whose fields have schemas in the contract. */
export function checkBy<V>(schemas: Record<FieldOf<V>, ZodType>): Form<V>["check"] {
  return <F extends FieldOf<V>>(field: F, value: V[F]) => {
    const parsed = schemas[field].safeParse(value);
    if (parsed.success) return { value: parsed.data as V[F] };
    // Schemas of the contract name their codes as messages; the first one is the one to show.
    return { code: (parsed.error.issues[0]?.message ?? "invalid_type") as FieldCode };
  };
}

/** Compares as stored: leading blanks, for instance, are not a change. */
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

/** A value that compares by content, whatever the order of its keys. */
export function exactly(value: unknown): unknown {
  return typeof value === "object" ? JSON.stringify(value, inOrder) : value;
}

function inOrder(_: string, part: unknown): unknown {
  const isRecord = typeof part === "object" && part !== null && !Array.isArray(part);
  return isRecord ? Object.fromEntries(Object.entries(part).sort()) : part;
}

/** The fields in which two sets of values differ, in page order. */
export function differences<V>(form: Pick<Form<V>, "check" | "fields">, a: V, b: V): FieldOf<V>[] {
  return form.fields.filter((field) => !isSame(form, field, a[field], b[field]));
}

/** The fields that some values are about. */
export function fieldsIn<V>(values: Partial<V>): FieldOf<V>[] {
  return Object.keys(values) as FieldOf<V>[];
}

/** A subset of the values: the named fields that are present. */
export function pick<V>(values: Partial<V>, fields: readonly FieldOf<V>[]): Partial<V> {
  const part: Partial<V> = {};
  for (const field of fields) if (field in (values as object)) part[field] = values[field];
  return part;
}

/** The values without those of the named fields. */
export function omit<V>(values: Partial<V>, fields: readonly FieldOf<V>[]): Partial<V> {
  return pick(
    values,
    fieldsIn(values).filter((field) => !fields.includes(field)),
  );
}
