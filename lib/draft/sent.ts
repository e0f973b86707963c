import { ApiError } from "../api/error";
import { exactly, type FieldOf, type Form, fieldsIn, isSame } from "./form";
import type { Sent, ServerSnapshot } from "./state";

/**
 * Returns, in page order, the fields whose text in a save with an unknown outcome differs from the last known server
 * snapshot. The server possibly stores the text of the save.
 */
export function sentFields<V>(
  form: Pick<Form<V>, "check" | "fields">,
  sent: readonly Sent<V>[],
  { values }: ServerSnapshot<V>,
): FieldOf<V>[] {
  return form.fields.filter((field) =>
    sent.some(
      ({ body }) =>
        field in body && !isSame<V, FieldOf<V>>(form, field, body[field], values[field]),
    ),
  );
}

/**
 * Returns the saves in `sent` whose outcome is still unknown, given the version of the server's data. The outcome of a
 * save that builds on an older version is known: the server has either stored or rejected it.
 */
export function stillOpen<V>(sent: readonly Sent<V>[], version: number): readonly Sent<V>[] {
  return sent.filter((save) => save.version >= version);
}

/**
 * Reports whether the server's text of a field is the text that this tab sent. If it is, no other tab has changed the
 * field.
 */
export function isOwn<V>(
  form: Pick<Form<V>, "check">,
  sent: readonly Sent<V>[],
  field: FieldOf<V>,
  stored: ServerSnapshot<V>,
): boolean {
  return sent.some(
    ({ body }) =>
      field in body && isSame<V, FieldOf<V>>(form, field, body[field], stored.values[field]),
  );
}

/**
 * Reports whether an earlier attempt of this save caused the current version on the server, and the server still has
 * the text of that attempt.
 */
export function hasArrived<V>(
  form: Pick<Form<V>, "check">,
  earlier: readonly Sent<V>[],
  body: Partial<V>,
  stored: ServerSnapshot<V>,
): boolean {
  const tries = earlier.filter(
    (save) => save.version + 1 === stored.version && exactly(save.body) === exactly(body),
  );
  return tries.length > 0 && fieldsIn<V>(body).every((field) => isOwn(form, tries, field, stored));
}

/** Reports whether the server rejected a save with an error code. A missing or partial response proves no rejection. */
export function isRefusal(error: unknown): error is ApiError {
  const isTransport = (code: ApiError["code"]) => code === "network" || code === "bad_answer";
  return error instanceof ApiError && error.status < 500 && !isTransport(error.code);
}

/**
 * Reports whether an error names fields that a save contains. The other fields can then be saved without the named
 * fields.
 */
export function isAbout(error: ApiError, body: object): boolean {
  const named = Object.keys(error.fields).map((path) => path.split(".")[0] ?? "");
  return error.code === "invalid_fields" && named.some((field) => field in body);
}
