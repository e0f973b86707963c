import { ApiError } from "../api/error";
import { exactly, type FieldOf, type Form, fieldsIn, isSame } from "./form";
import type { Sent, Word } from "./state";

/** Fields that may differ on the server from what this tab last heard, in page order. */
export function sentFields<V>(
  form: Pick<Form<V>, "check" | "fields">,
  sent: readonly Sent<V>[],
  { values }: Word<V>,
): FieldOf<V>[] {
  return form.fields.filter((field) =>
    sent.some(
      ({ body }) =>
        field in body && !isSame<V, FieldOf<V>>(form, field, body[field], values[field]),
    ),
  );
}

/** What is left when the server is at `version`: older saves are stored by now, or never will be. */
export function stillOpen<V>(sent: readonly Sent<V>[], version: number): readonly Sent<V>[] {
  return sent.filter((save) => save.version >= version);
}

/** Whether the server holds in a field what this tab sent there: nobody else has changed it. */
export function isOwn<V>(
  form: Pick<Form<V>, "check">,
  sent: readonly Sent<V>[],
  field: FieldOf<V>,
  stored: Word<V>,
): boolean {
  return sent.some(
    ({ body }) =>
      field in body && isSame<V, FieldOf<V>>(form, field, body[field], stored.values[field]),
  );
}

/** Whether an earlier attempt of this very save produced the stored version, and what it wrote still holds. */
export function hasArrived<V>(
  form: Pick<Form<V>, "check">,
  earlier: readonly Sent<V>[],
  body: Partial<V>,
  stored: Word<V>,
): boolean {
  const tries = earlier.filter(
    (save) => save.version + 1 === stored.version && exactly(save.body) === exactly(body),
  );
  return tries.length > 0 && fieldsIn<V>(body).every((field) => isOwn(form, tries, field, stored));
}

/** Only an explicit refusal by the server proves that nothing was stored; a missing or partial answer does not. */
export function isRefusal(error: unknown): error is ApiError {
  const isTransport = (code: ApiError["code"]) => code === "network" || code === "bad_answer";
  return error instanceof ApiError && error.status < 500 && !isTransport(error.code);
}

/** Whether a refusal names fields of a save: without them the rest can be stored. */
export function isAbout(error: ApiError, body: object): boolean {
  const named = Object.keys(error.fields).map((path) => path.split(".")[0] ?? "");
  return error.code === "invalid_fields" && named.some((field) => field in body);
}
