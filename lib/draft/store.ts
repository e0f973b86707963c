import { ApiError } from "../api/error";
import { createAutosave } from "../browser/autosave";
import { type FieldOf, type Form, fieldsIn } from "./form";
import { type DraftEvent, next } from "./next";
import { partOffer } from "./offers";
import { takenBy } from "./rebase";
import { hasArrived, isAbout } from "./sent";
import type { Server } from "./server";
import { begin, type Patch, type Sent, type Word } from "./state";
import { copiesOf, keepQuestion, savable, viewOf } from "./view";

/** Rounds of one save: more than this many other windows saving at once is a failure to report. */
const ROUNDS = 5;

type Options<V, H> = {
  server: Server<V>;
  /** What the tab keeps across a reload: several when two texts wait for one field. */
  copy: { read: () => Patch<V, H>[]; write: (copies: Patch<V, H>[]) => void };
  onSaved: (explicit: boolean) => void;
  /** Fields from another window were merged without a conflict. */
  onTaken?: (fields: FieldOf<V>[]) => void;
};

export type DraftStore<V, H = never> = ReturnType<typeof createDraft<V, H>>;

/**
 * A form's text in this tab, outside React: the state of next.ts, and its side effects.
 * Saves never overlap, always name the version they build on, and leave invalid fields out; what could
 * not be saved stays here and in the tab's copy.
 */
export function createDraft<V, H>(
  form: Form<V, H>,
  { server, copy, onSaved, onTaken }: Options<V, H>,
) {
  const listeners = new Set<() => void>();
  let state = begin<V, H>(server.word());
  let view = viewOf(form, state);
  let lookedBack = false;

  const autosave = createAutosave<{ explicit: boolean }>({
    save,
    merge: (older, newer) => ({ explicit: older.explicit || newer.explicit }),
    onState: (kind) => dispatch({ type: "autosave", autosave: kind }),
  });

  function dispatch(event: DraftEvent<V, H>) {
    const before = state;
    state = next(form, before, event);
    if (state === before) return;
    view = keepQuestion(view, viewOf(form, state), state.word === before.word);
    for (const listener of listeners) listener();
    if (state.patch !== before.patch || state.offers !== before.offers) remember();
  }

  /** The tab's copy is read once, before anything is written over it. */
  function lookBack() {
    if (lookedBack) return;
    lookedBack = true;
    dispatch({ type: "offer", copies: copy.read() });
  }

  function remember() {
    lookBack();
    copy.write(copiesOf(form, state, view));
  }

  /** The single entry point for what the server says. */
  function hear(word: Word<V>) {
    const taken = word.version < state.word.version ? [] : takenBy(form, state, word);
    dispatch({ type: "hear", word });
    if (taken.length > 0) onTaken?.(taken);
  }

  async function save({ explicit }: { explicit: boolean }): Promise<void> {
    // Save asks first: the question stands open until it is answered.
    if (explicit && view.conflict) throw new ApiError("version_conflict", 412);
    for (let round = 1; ; round++) {
      const body = savable(form, view, explicit);
      if (!explicit && fieldsIn(body).length === 0) return;
      const sent: Sent<V> = { body, version: state.word.version };
      dispatch({ type: "send", save: sent });
      try {
        const values = { ...state.word.values, ...body };
        const word = await server.send(body, { version: sent.version, explicit, values });
        return stored(sent, word, explicit);
      } catch (error) {
        dispatch({ type: "fail", save: sent, error });
        if (!(error instanceof ApiError) || round === ROUNDS) throw error;
        if (error.code === "version_conflict") {
          if (await takeIn(error, sent, explicit)) return;
        } else if (!isAbout(error, body)) throw error;
        // An explicit Save waits for the person's answer; autosave goes on with the rest.
        if (explicit && view.conflict) throw error;
      }
    }
  }

  function stored(save: Sent<V>, word: Word<V>, explicit: boolean) {
    hear(word);
    dispatch({ type: "store", save });
    onSaved(explicit);
  }

  /** Takes in what a version conflict says is stored; true when that is this very save. */
  async function takeIn(error: ApiError, save: Sent<V>, explicit: boolean): Promise<boolean> {
    const earlier = state.sent;
    const word = await server.refused(error);
    const isThis = hasArrived(form, earlier, save.body, word);
    if (isThis) stored(save, word, explicit);
    else hear(word);
    return isThis;
  }

  async function saveNow(explicit: boolean): Promise<boolean> {
    if (explicit) dispatch({ type: "press" });
    autosave.change({ explicit });
    await autosave.flush();
    // Invalid fields stay in the tab; everything that can be saved has been, or it failed.
    const left = savable(form, view, false);
    return state.autosave.kind === "saved" && fieldsIn(left).length === 0;
  }

  /** Settles the oldest offer of text from before a reload. */
  function takeOffered(take: boolean) {
    const offer = view.offered;
    if (!offer) return;
    const parts = take ? partOffer(offer, state, view.unsaved) : null;
    dispatch({ type: "answer", parts });
    if (!parts) return;
    autosave.change({ explicit: false });
    if (parts.later) void takeAfterSaving(parts.later, parts.anew);
  }

  async function takeAfterSaving(later: Patch<V, H>, anew: FieldOf<V>[]) {
    await saveNow(false);
    const waits = view.inHand !== null || view.unsaved.some((field) => anew.includes(field));
    if (view.offered === later && !waits) takeOffered(true);
  }

  return {
    snapshot: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Listens to the server; in the browser only, after the first paint. Returns the way to stop. */
    start() {
      lookBack();
      hear(server.word());
      return server.subscribe(() => hear(server.word()));
    },
    /** Records what was written; it is saved by itself soon after the last change. */
    change(changes: Partial<V>) {
      dispatch({ type: "write", changes });
      autosave.change({ explicit: false });
    },
    /** The person's Save: every field is sent, as an explicit save. True when all of it is stored. */
    save: () => saveNow(true),
    /** Retries now; also after signing in again. */
    retry: () => saveNow(state.pressed),
    /** Waits until everything that can be saved is. */
    settle: () => saveNow(false),
    /** Ends a conflict: `theirs` names the fields that take the stored text. */
    async resolve(theirs: readonly FieldOf<V>[]): Promise<boolean> {
      dispatch({ type: "decide", theirs });
      if (view.unsaved.length > 0 || state.pressed) return saveNow(state.pressed);
      autosave.discard();
      dispatch({ type: "autosave", autosave: { kind: "idle" } });
      return true;
    },
    /** Offers what a closed tab left behind, except what this one already has. */
    offerMore(copies: Patch<V, H>[]) {
      lookBack();
      dispatch({ type: "offer", copies });
    },
    takeOffered,
    /** Records what a nested editor holds; null once it is closed. */
    edit: (inHand: H | null) => dispatch({ type: "edit", inHand }),
    /** Cancels what is scheduled; `wake` schedules it again. */
    stop: autosave.stop,
    wake() {
      if (view.unsaved.length > 0 && state.autosave.kind === "waiting")
        autosave.change({ explicit: false });
    },
  };
}
