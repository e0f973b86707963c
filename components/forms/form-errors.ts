import type {
  FieldErrors,
  FieldValues,
  Path,
  UseFormRegister,
  UseFormReturn,
} from "react-hook-form";
import type { SummaryItem } from "./error-summary";

/** A form's errors as dotted names and message ids, whatever their depth. */
export function errorCodes(errors: FieldErrors, prefix = ""): Record<string, string> {
  const codes: Record<string, string> = {};
  for (const [key, error] of Object.entries(errors)) {
    if (!error || key === "ref") continue;
    const name = prefix + key;
    if (typeof error.type === "string") codes[name] = String(error.message || error.type);
    else Object.assign(codes, errorCodes(error as FieldErrors, `${name}.`));
  }
  return codes;
}

/** The summary's items in page order: `fields` lists every field of the page with its label. */
function summaryItems(
  errors: FieldErrors,
  fields: { name: string; label: string; limit?: number }[],
): SummaryItem[] {
  const codes = errorCodes(errors);
  return fields.flatMap((field) => {
    const code = codes[field.name];
    return code ? [{ ...field, code }] : [];
  });
}

/** What a field's control and the summary both say of it. */
type Described = { label: string; limit?: number };

/**
 * A form's fields, each described once, in page order: `items` is what the summary lists, `field(name)`
 * what the field's control takes.
 */
export function describeFields<T extends FieldValues, Name extends Path<T>>(
  form: { formState: { errors: FieldErrors<T> }; register: UseFormRegister<T> },
  described: Record<Name, Described>,
) {
  const codes = errorCodes(form.formState.errors);
  const fields = Object.entries<Described>(described).map(([name, words]) => ({ name, ...words }));
  return {
    items: summaryItems(form.formState.errors, fields),
    field: <N extends Name>(name: N) => ({
      ...described[name],
      ...form.register(name),
      error: codes[name],
    }),
  };
}

/** Puts the field codes of an answer (`data.fields`) at their fields. */
export function setFieldErrors<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, "setError">,
  fields: Record<string, string>,
): void {
  for (const [name, code] of Object.entries(fields)) {
    form.setError(name as Path<T>, { type: "server", message: code });
  }
}
