import type { FieldCode } from "@/contract/errors";
import type { AutosaveState } from "../browser/autosave";
import { differences, type FieldOf, type Form, isSame, pick } from "./form";
import { editConflicts } from "./rebase";
import { sentFields } from "./sent";
import type { LocalChanges, State } from "./state";

export type Problems<V> = { [F in FieldOf<V>]?: FieldCode };

/** Data of a draft that a page shows. Every change creates a new object. */
export type View<V, H = never> = {
  /** Values of the form in this tab. */
  values: V;
  /** Values of the form on the server. */
  stored: V;
  version: number;
  savedAt: string | null;
  autosave: AutosaveState;
  /** Fields whose text may be missing on the server: not saved, or saved without an answer yet. */
  unsaved: FieldOf<V>[];
  /** Unsaved fields that cannot be saved, with the error code. */
  problems: Problems<V>;
  /** Fields that another window changed differently. Null without an edit conflict. */
  conflict: FieldOf<V>[] | null;
  /** Text from before a reload that waits for the user's answer. */
  offered: LocalChanges<V, H> | null;
  inHand: H | null;
  /** Whether the nested editor has content that its field does not have. */
  isInHandUnsaved: boolean;
};

export function viewOf<V, H>(form: Form<V, H>, state: State<V, H>): View<V, H> {
  const { word: snapshot, patch, sent, autosave } = state;
  const values = { ...snapshot.values, ...patch.mine };
  const unsaved = [
    ...new Set([
      ...differences(form, values, snapshot.values),
      ...sentFields(form, sent, snapshot),
    ]),
  ];
  const conflict = editConflicts(form, state);
  return {
    values,
    stored: snapshot.values,
    version: snapshot.version,
    savedAt: snapshot.savedAt,
    autosave,
    unsaved,
    problems: problemsIn(form, state, values, unsaved),
    conflict: conflict.length > 0 ? conflict : null,
    offered: state.offers[0] ?? null,
    inHand: patch.inHand,
    isInHandUnsaved: patch.inHand !== null && form.isUnsaved(patch.inHand, values),
  };
}

/** Keeps the conflict object until a new server snapshot arrives, so that the user is not asked twice. */
export function keepQuestion<V, H>(
  before: View<V, H>,
  after: View<V, H>,
  isSameWord: boolean,
): View<V, H> {
  const isKept = isSameWord && before.conflict?.join() === after.conflict?.join();
  return isKept ? { ...after, conflict: before.conflict } : after;
}

function problemsIn<V, H>(
  form: Form<V, H>,
  { refused }: State<V, H>,
  values: V,
  unsaved: readonly FieldOf<V>[],
): Problems<V> {
  const problems: Problems<V> = {};
  for (const field of unsaved) {
    const checked = form.check(field, values[field]);
    const no = refused[field];
    if ("code" in checked) problems[field] = checked.code;
    else if (no && isSame(form, field, no.value, values[field])) problems[field] = no.code;
  }
  return problems;
}

/** Returns the values that a save can send, in their stored form: valid fields without an open edit conflict. */
export function savable<V, H>(
  form: Form<V, H>,
  { values, unsaved, problems, conflict }: View<V, H>,
  explicit: boolean,
): Partial<V> {
  const body: Partial<V> = {};
  for (const field of explicit ? form.fields : unsaved) {
    if (conflict?.includes(field) || problems[field]) continue;
    const checked = form.check(field, values[field]);
    if ("value" in checked) body[field] = checked.value;
  }
  return body;
}

/** Returns the copies that the tab stores: unanswered recoveries, and the local changes since then. */
export function copiesOf<V, H>(form: Form<V, H>, state: State<V, H>, view: View<V, H>) {
  const { mine, base, inHand } = state.patch;
  const own: LocalChanges<V, H> = {
    mine: pick(mine, view.unsaved),
    base: form.whole ? base : pick(base, view.unsaved),
    inHand: view.isInHandUnsaved ? inHand : null,
  };
  return [...state.offers, own];
}
