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
  /** Fields whose text the server possibly does not have: not saved yet, or saved without a response yet. */
  unsaved: FieldOf<V>[];
  /** Unsaved fields that cannot be saved, each with its error code. */
  problems: Problems<V>;
  /**
   * Fields that this tab and another window changed to different texts. Null without an edit conflict.
   */
  conflict: FieldOf<V>[] | null;
  /**
   * Text from before a reload or from a closed tab that the user can restore or decline; null if there is none.
   */
  offered: LocalChanges<V, H> | null;
  inHand: H | null;
  /** Whether a nested editor has content that is not yet part of the editor's field. */
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

/**
 * Keeps the previous view's `conflict` object while the same fields of the same server snapshot are in conflict. The
 * page therefore asks the user about each conflict only once.
 */
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

/** Returns the values that a save can send, in their stored form: only valid fields without an edit conflict. */
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

/**
 * Returns the copies of unsaved text that the tab stores: the recoveries that the user has neither restored nor
 * declined yet, and the later local changes.
 */
export function copiesOf<V, H>(form: Form<V, H>, state: State<V, H>, view: View<V, H>) {
  const { mine, base, inHand } = state.patch;
  const own: LocalChanges<V, H> = {
    mine: pick(mine, view.unsaved),
    base: form.whole ? base : pick(base, view.unsaved),
    inHand: view.isInHandUnsaved ? inHand : null,
  };
  return [...state.offers, own];
}
