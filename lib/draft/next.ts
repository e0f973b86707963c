import type { ApiError } from "../api/error";
import type { AutosaveState } from "../browser/autosave";
import { differences, type FieldOf, type Form, fieldsIn, isSame, omit, pick } from "./form";
import { type RecoveryParts, recoveriesOf, unknownOf } from "./offers";
import { editConflicts, rebase } from "./rebase";
import { isRefusal, stillOpen } from "./sent";
import type { LocalChanges, Sent, ServerSnapshot, State } from "./state";
import { viewOf } from "./view";

export type DraftEvent<V, H> =
  /** A newer server snapshot arrived. */
  | { type: "hear"; word: ServerSnapshot<V> }
  | { type: "write"; changes: Partial<V> }
  | { type: "edit"; inHand: H | null }
  /** The user pressed Save. */
  | { type: "press" }
  | { type: "send"; save: Sent<V> }
  | { type: "store"; save: Sent<V> }
  | { type: "fail"; save: Sent<V>; error: unknown }
  /** The user resolved an edit conflict. The fields in `theirs` get the server's text. */
  | { type: "decide"; theirs: readonly FieldOf<V>[] }
  /** Text from before a reload, or from a closed tab, was found. The next state offers this text to the user. */
  | { type: "offer"; copies: readonly LocalChanges<V, H>[] }
  /**
   * The user restored parts of the oldest recovery (text from before a reload or from a closed tab), or declined to
   * restore it.
   */
  | { type: "answer"; parts: RecoveryParts<V, H> | null }
  | { type: "autosave"; autosave: AutosaveState };

/** Returns the next state of a draft after an event (a reducer). The side effects are in store.ts. */
export function next<V, H>(
  form: Form<V, H>,
  state: State<V, H>,
  event: DraftEvent<V, H>,
): State<V, H> {
  switch (event.type) {
    case "hear":
      return receive(form, state, event.word);
    case "write":
      return write(form, state, event.changes);
    case "edit":
      return { ...state, patch: { ...state.patch, inHand: event.inHand } };
    case "press":
      return { ...state, pressed: true };
    case "send":
      return { ...state, sent: [...state.sent, event.save] };
    case "store":
      return { ...state, pressed: false, sent: without(state.sent, event.save) };
    case "fail":
      return isRefusal(event.error) ? refuse(form, state, event.save, event.error) : state;
    case "decide":
      return decide(form, state, event.theirs);
    case "offer": {
      const { values } = viewOf(form, state);
      const more = unknownOf(form, event.copies, state.offers, values);
      return {
        ...state,
        offers: recoveriesOf(form, [...state.offers, ...more], state.word.values),
      };
    }
    case "answer":
      return answer(form, state, event.parts);
    case "autosave":
      return { ...state, autosave: event.autosave };
  }
}

/** Applies a server snapshot to the draft. Ignores a snapshot that is older than the known one. */
function receive<V, H>(
  form: Form<V, H>,
  state: State<V, H>,
  snapshot: ServerSnapshot<V>,
): State<V, H> {
  const { values, version, savedAt } = state.word;
  if (snapshot.version < version) return state;
  const isKnown =
    snapshot.version === version &&
    snapshot.savedAt === savedAt &&
    differences(form, values, snapshot.values).length === 0;
  if (isKnown) return state;
  const patch = rebase(form, state, snapshot);
  return { ...state, word: snapshot, patch, sent: stillOpen(state.sent, snapshot.version) };
}

function write<V, H>(form: Form<V, H>, state: State<V, H>, changes: Partial<V>): State<V, H> {
  const written = { ...state, patch: onTop(form, state, changes) };
  // If the user has typed the text of the oldest recovery again, that recovery has nothing left to restore, so remove
  // the recovery.
  const [offer, ...later] = state.offers;
  const isKnown = offer && recoveriesOf(form, [offer], viewOf(form, written).values).length === 0;
  return isKnown ? { ...written, offers: later } : written;
}

/** Adds the server's error codes to the values that the server rejected. */
function refuse<V, H>(
  form: Form<V, H>,
  state: State<V, H>,
  save: Sent<V>,
  { code: reason, fields }: ApiError,
): State<V, H> {
  const { values } = viewOf(form, state);
  const refused = { ...state.refused };
  for (const [path, code] of Object.entries(reason === "invalid_fields" ? fields : {})) {
    const field = path.split(".")[0] as FieldOf<V>;
    if (field in save.body) Object.assign(refused, { [field]: { value: values[field], code } });
  }
  return { ...state, refused, sent: without(state.sent, save) };
}

function decide<V, H>(
  form: Form<V, H>,
  state: State<V, H>,
  theirs: readonly FieldOf<V>[],
): State<V, H> {
  const { word: snapshot, patch } = state;
  const asked = form.whole ? form.fields : editConflicts(form, state);
  const mine = omit(patch.mine, theirs);
  const base = omit({ ...patch.base, ...pick<V>(snapshot.values, asked) }, theirs);
  return { ...state, patch: { ...patch, mine, base } };
}

function answer<V, H>(
  form: Form<V, H>,
  state: State<V, H>,
  parts: RecoveryParts<V, H> | null,
): State<V, H> {
  const offers = state.offers.slice(1);
  if (!parts) return { ...state, offers };
  const { now, later } = parts;
  const patch = onTop(form, state, now.mine, now.base);
  return {
    ...state,
    patch: { ...patch, inHand: now.inHand ?? patch.inHand },
    offers: later ? [later, ...offers] : offers,
  };
}

/**
 * Adds the user's new text to the draft's local changes.
 *
 * @param seen the text that the user started from, if it differs from the current server snapshot
 */
function onTop<V, H>(
  form: Form<V, H>,
  { word: snapshot, patch }: State<V, H>,
  changes: Partial<V>,
  seen: Partial<V> = {},
): LocalChanges<V, H> {
  const fields = fieldsIn(changes);
  const begun = form.whole ? form.fields : fields;
  // If the user types exactly the server's text, the edit conflict is resolved.
  const agreed = fields.filter((field) =>
    isSame(form, field, changes[field], snapshot.values[field]),
  );
  const base = { ...pick<V>(snapshot.values, begun), ...patch.base, ...seen };
  return {
    ...patch,
    mine: { ...patch.mine, ...changes },
    base: { ...base, ...pick<V>(snapshot.values, agreed) },
  };
}

function without<V>(sent: readonly Sent<V>[], save: Sent<V>): readonly Sent<V>[] {
  return sent.filter((other) => other !== save);
}
