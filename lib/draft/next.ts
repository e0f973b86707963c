import type { ApiError } from "../api/error";
import type { AutosaveState } from "../browser/autosave";
import { differences, type FieldOf, type Form, fieldsIn, isSame, omit, pick } from "./form";
import { type OfferParts, offersOf, unknownOf } from "./offers";
import { conflictsOf, rebase } from "./rebase";
import { isRefusal, stillOpen } from "./sent";
import type { Patch, Sent, State, Word } from "./state";
import { viewOf } from "./view";

export type DraftEvent<V, H> =
  /** The server sent a newer snapshot. */
  | { type: "hear"; word: Word<V> }
  | { type: "write"; changes: Partial<V> }
  | { type: "edit"; inHand: H | null }
  /** The user pressed Save. */
  | { type: "press" }
  | { type: "send"; save: Sent<V> }
  | { type: "store"; save: Sent<V> }
  | { type: "fail"; save: Sent<V>; error: unknown }
  /** The user resolved an edit conflict: these fields take the stored text. */
  | { type: "decide"; theirs: readonly FieldOf<V>[] }
  /** Text from before a reload or from a closed tab was found. The next state offers the text to the user. */
  | { type: "offer"; copies: readonly Patch<V, H>[] }
  /** The user accepted parts of the oldest recovery, or declined it. */
  | { type: "answer"; parts: OfferParts<V, H> | null }
  | { type: "autosave"; autosave: AutosaveState };

/** Returns the next state of a draft (a reducer). The side effects are in store.ts. */
export function next<V, H>(
  form: Form<V, H>,
  state: State<V, H>,
  event: DraftEvent<V, H>,
): State<V, H> {
  switch (event.type) {
    case "hear":
      return hear(form, state, event.word);
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
      return { ...state, offers: offersOf(form, [...state.offers, ...more], state.word.values) };
    }
    case "answer":
      return answer(form, state, event.parts);
    case "autosave":
      return { ...state, autosave: event.autosave };
  }
}

/** Applies a server snapshot. Ignores a snapshot older than the known one. */
function hear<V, H>(form: Form<V, H>, state: State<V, H>, word: Word<V>): State<V, H> {
  const { values, version, savedAt } = state.word;
  if (word.version < version) return state;
  const isKnown =
    word.version === version &&
    word.savedAt === savedAt &&
    differences(form, values, word.values).length === 0;
  if (isKnown) return state;
  const patch = rebase(form, state, word);
  return { ...state, word, patch, sent: stillOpen(state.sent, word.version) };
}

function write<V, H>(form: Form<V, H>, state: State<V, H>, changes: Partial<V>): State<V, H> {
  const written = { ...state, patch: onTop(form, state, changes) };
  // The user retyped the text, so the recovery has nothing left to restore.
  const [offer, ...later] = state.offers;
  const isKnown = offer && offersOf(form, [offer], viewOf(form, written).values).length === 0;
  return isKnown ? { ...written, offers: later } : written;
}

/** Attaches the server's field codes to the values that the server rejected. */
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
  const { word, patch } = state;
  const asked = form.whole ? form.fields : conflictsOf(form, state);
  const mine = omit(patch.mine, theirs);
  const base = omit({ ...patch.base, ...pick<V>(word.values, asked) }, theirs);
  return { ...state, patch: { ...patch, mine, base } };
}

function answer<V, H>(
  form: Form<V, H>,
  state: State<V, H>,
  parts: OfferParts<V, H> | null,
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
 * Adds written text to the local changes.
 *
 * @param seen the base on which the text was written, when it differs from the current server snapshot
 */
function onTop<V, H>(
  form: Form<V, H>,
  { word, patch }: State<V, H>,
  changes: Partial<V>,
  seen: Partial<V> = {},
): Patch<V, H> {
  const fields = fieldsIn(changes);
  const begun = form.whole ? form.fields : fields;
  // Typing exactly the server's text resolves an edit conflict in favor of the server.
  const agreed = fields.filter((field) => isSame(form, field, changes[field], word.values[field]));
  const base = { ...pick<V>(word.values, begun), ...patch.base, ...seen };
  return {
    ...patch,
    mine: { ...patch.mine, ...changes },
    base: { ...base, ...pick<V>(word.values, agreed) },
  };
}

function without<V>(sent: readonly Sent<V>[], save: Sent<V>): readonly Sent<V>[] {
  return sent.filter((other) => other !== save);
}
