import { exactly, type FieldOf, type Form, fieldsIn, isSame, omit, pick } from "./form";
import { isOwn, sentFields, stillOpen } from "./sent";
import type { LocalChanges, ServerSnapshot, State } from "./state";

/** Returns the fields that a new server snapshot changed and this tab did not change. */
export function takenBy<V, H>(
  form: Form<V, H>,
  { word: before, patch, sent }: State<V, H>,
  snapshot: ServerSnapshot<V>,
): FieldOf<V>[] {
  return form.fields.filter((field) => {
    const known = before.values[field];
    if (isSame(form, field, known, snapshot.values[field]) || isOwn(form, sent, field, snapshot))
      return false;
    if (!(field in patch.mine)) return true;
    const base = patch.base[field];
    return isSame(form, field, patch.mine[field], base) && isSame(form, field, base, known);
  });
}

/**
 * Moves a tab's local changes to a new server snapshot. If only the server changed a field, the field gets the server's
 * text. If an earlier save of this tab caused the server's text, the field gets this text as its new `base`, so that no
 * edit conflict appears. Any other field that the tab has changed keeps its `base`, the text before the user's change.
 * If the server's text differs from `base`, an edit conflict appears.
 */
export function rebase<V, H>(
  form: Form<V, H>,
  state: State<V, H>,
  snapshot: ServerSnapshot<V>,
): LocalChanges<V, H> {
  const { patch, sent } = state;
  const open = sentFields(form, stillOpen(sent, snapshot.version), snapshot);
  const isStored = (field: FieldOf<V>) =>
    isSame(form, field, patch.mine[field], snapshot.values[field]);
  // Compare the exact texts, so that a space that the user has just typed at the end is not removed.
  const done = fieldsIn(patch.mine).filter(
    (field) =>
      !open.includes(field) && exactly(patch.mine[field]) === exactly(snapshot.values[field]),
  );
  const mine = omit(patch.mine, [...takenBy(form, state, snapshot), ...done]);
  const left = fieldsIn(mine);
  const isChanged = left.some((field) => !isStored(field)) || open.length > 0;
  const seen = fieldsIn(patch.base).filter(
    (field) => !isChanged || isStored(field) || isOwn(form, sent, field, snapshot),
  );
  const base = { ...patch.base, ...pick<V>(snapshot.values, seen) };
  return { ...patch, mine, base: form.whole && isChanged ? base : pick<V>(base, left) };
}

/** Returns the fields whose text differs from the server's text and for which the user has made no decision. */
export function editConflicts<V, H>(
  form: Form<V, H>,
  { word: snapshot, patch }: Pick<State<V, H>, "word" | "patch">,
): FieldOf<V>[] {
  const differing = (text: Partial<V>) =>
    form.fields.filter(
      (field) => field in text && !isSame(form, field, text[field], snapshot.values[field]),
    );
  const unseen = differing(patch.base);
  const written = differing(patch.mine);
  if (form.whole) return unseen.length > 0 ? written : [];
  return written.filter((field) => unseen.includes(field));
}
