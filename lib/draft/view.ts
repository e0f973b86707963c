import type { FieldCode } from "@/contract/errors";
import type { AutosaveState } from "../browser/autosave";
import { differences, type FieldOf, type Form, isSame, pick } from "./form";
import { conflictsOf } from "./rebase";
import { sentFields } from "./sent";
import type { Patch, State } from "./state";

export type Problems<V> = { [F in FieldOf<V>]?: FieldCode };

/** What a page shows of a draft; a new object after every change. */
export type View<V, H = never> = {
  /** As it is in the tab. */
  values: V;
  /** As the server has it. */
  stored: V;
  version: number;
  savedAt: string | null;
  autosave: AutosaveState;
  /** Fields whose text the server may not have: not saved, or saved without an answer so far. */
  unsaved: FieldOf<V>[];
  /** Unsaved fields that cannot be saved as they are, and why. */
  problems: Problems<V>;
  /** Fields that another window changed too, differently; null when there is nothing to decide. */
  conflict: FieldOf<V>[] | null;
  /** Text from before a reload, waiting for an answer. */
  offered: Patch<V, H> | null;
  inHand: H | null;
  /** Whether the editor holds something that its field does not. */
  isInHandUnsaved: boolean;
};

export function viewOf<V, H>(form: Form<V, H>, state: State<V, H>): View<V, H> {
  const { word, patch, sent, autosave } = state;
  const values = { ...word.values, ...patch.mine };
  const unsaved = [
    ...new Set([...differences(form, values, word.values), ...sentFields(form, sent, word)]),
  ];
  const conflict = conflictsOf(form, state);
  return {
    values,
    stored: word.values,
    version: word.version,
    savedAt: word.savedAt,
    autosave,
    unsaved,
    problems: problemsIn(form, state, values, unsaved),
    conflict: conflict.length > 0 ? conflict : null,
    offered: state.offers[0] ?? null,
    inHand: patch.inHand,
    isInHandUnsaved: patch.inHand !== null && form.isUnsaved(patch.inHand, values),
  };
}

/** The question stays the same object until the server says something new, so it is not asked again. */
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

/** What a save may carry: valid fields that no open question concerns, as they will be stored. */
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

/** What the tab keeps: unanswered offers, and what was written since. */
export function copiesOf<V, H>(form: Form<V, H>, state: State<V, H>, view: View<V, H>) {
  const { mine, base, inHand } = state.patch;
  const own: Patch<V, H> = {
    mine: pick(mine, view.unsaved),
    base: form.whole ? base : pick(base, view.unsaved),
    inHand: view.isInHandUnsaved ? inHand : null,
  };
  return [...state.offers, own];
}
