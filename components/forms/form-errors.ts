import type {
  FieldErrors,
  FieldValues,
  Path,
  UseFormRegister,
  UseFormReturn,
} from "react-hook-form";
import type { SummaryItem } from "./error-summary";

/** Returns a form's errors at any depth, as a map from dotted field names to error codes. */
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

/** Returns the items of the error summary in page order. `fields` lists every field of the page with its label. */
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

/**
 * The label and the maximum text length of a form field. The field's control and the error summary both use them.
 */
type Described = { label: string; limit?: number };

/**
 * Describes a form's fields once, in page order. `items` is the list for the error summary, and `field(name)` returns
 * the props of a field's control.
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

/** Copies the fields' error codes in an API error (`data.fields`) to the form. */
export function setFieldErrors<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, "setError">,
  fields: Record<string, string>,
): void {
  for (const [name, code] of Object.entries(fields)) {
    form.setError(name as Path<T>, { type: "server", message: code });
  }
}
