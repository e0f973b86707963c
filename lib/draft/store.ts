import { ApiError } from "../api/error";
import { createAutosave } from "../browser/autosave";
import { type FieldOf, type Form, fieldsIn } from "./form";
import { type DraftEvent, next } from "./next";
import { partRecovery } from "./offers";
import { takenBy } from "./rebase";
import { hasArrived, isAbout } from "./sent";
import type { Server } from "./server";
import { begin, type LocalChanges, type Sent, type ServerSnapshot } from "./state";
import { copiesOf, keepQuestion, savable, viewOf } from "./view";

/**
 * Maximum attempts of one save. An attempt fails, for example, if another window saves at the same time. If the last
 * attempt fails too, its error is thrown.
 */
const ROUNDS = 5;

type Options<V, H> = {
  server: Server<V>;
  /** Copies of local changes that survive a reload. Several copies exist if two texts compete for one field. */
  copy: { read: () => LocalChanges<V, H>[]; write: (copies: LocalChanges<V, H>[]) => void };
  onSaved: (explicit: boolean) => void;
  /** Called after changes from another window were merged without an edit conflict. */
  onTaken?: (fields: FieldOf<V>[]) => void;
};

export type DraftStore<V, H = never> = ReturnType<typeof createDraft<V, H>>;

/**
 * Holds a form's text in this tab, outside React: the state of next.ts and its side effects. Saves never overlap,
 * always name the version they build on, and omit invalid fields. Unsaved text stays in this store and in the tab's
 * stored copy.
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

  /** Reads the tab's stored copy once, before new changes overwrite it. */
  function lookBack() {
    if (lookedBack) return;
    lookedBack = true;
    dispatch({ type: "offer", copies: copy.read() });
  }

  function remember() {
    lookBack();
    copy.write(copiesOf(form, state, view));
  }

  /** Handles every server snapshot. No other function applies snapshots. */
  function receive(snapshot: ServerSnapshot<V>) {
    const taken = snapshot.version < state.word.version ? [] : takenBy(form, state, snapshot);
    dispatch({ type: "hear", word: snapshot });
    if (taken.length > 0) onTaken?.(taken);
  }

  async function save({ explicit }: { explicit: boolean }): Promise<void> {
    // While an edit conflict is open, reject a save that the user requested. `resolve` repeats the save after the
    // user's decision.
    if (explicit && view.conflict) throw new ApiError("version_conflict", 412);
    for (let round = 1; ; round++) {
      const body = savable(form, view, explicit);
      if (!explicit && fieldsIn(body).length === 0) return;
      const sent: Sent<V> = { body, version: state.word.version };
      dispatch({ type: "send", save: sent });
      try {
        const values = { ...state.word.values, ...body };
        const snapshot = await server.send(body, { version: sent.version, explicit, values });
        return stored(sent, snapshot, explicit);
      } catch (error) {
        dispatch({ type: "fail", save: sent, error });
        if (!(error instanceof ApiError) || round === ROUNDS) throw error;
        if (error.code === "version_conflict") {
          if (await takeIn(error, sent, explicit)) return;
        } else if (!isAbout(error, body)) throw error;
        // If an edit conflict appears, stop a save that the user requested, until the user has decided. Autosave
        // continues with the other fields.
        if (explicit && view.conflict) throw error;
      }
    }
  }

  function stored(save: Sent<V>, snapshot: ServerSnapshot<V>, explicit: boolean) {
    receive(snapshot);
    dispatch({ type: "store", save });
    onSaved(explicit);
  }

  /**
   * Handles a save that failed with a version conflict: the draft receives the current server snapshot from the
   * response. Returns true if the server had already stored an earlier attempt of this save.
   */
  async function takeIn(error: ApiError, save: Sent<V>, explicit: boolean): Promise<boolean> {
    const earlier = state.sent;
    const snapshot = await server.refused(error);
    const isThis = hasArrived(form, earlier, save.body, snapshot);
    if (isThis) stored(save, snapshot, explicit);
    else receive(snapshot);
    return isThis;
  }

  async function saveNow(explicit: boolean): Promise<boolean> {
    if (explicit) dispatch({ type: "press" });
    autosave.change({ explicit });
    await autosave.flush();
    // Invalid fields stay in the tab. The result is true only if all valid fields are saved.
    const left = savable(form, view, false);
    return state.autosave.kind === "saved" && fieldsIn(left).length === 0;
  }

  /** Restores or declines the oldest recovery, which is text from before a reload or from a closed tab. */
  function takeOffered(take: boolean) {
    const offer = view.offered;
    if (!offer) return;
    const parts = take ? partRecovery(offer, state, view.unsaved) : null;
    dispatch({ type: "answer", parts });
    if (!parts) return;
    autosave.change({ explicit: false });
    if (parts.later) void takeAfterSaving(parts.later, parts.anew);
  }

  async function takeAfterSaving(later: LocalChanges<V, H>, anew: FieldOf<V>[]) {
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
    /**
     * Subscribes to the server's data, in the browser only, after the first paint. Returns a function that
     * unsubscribes.
     */
    start() {
      lookBack();
      receive(server.word());
      return server.subscribe(() => receive(server.word()));
    },
    /**
     * Records changes of the user. The autosave saves the changes soon after the user's last change.
     */
    change(changes: Partial<V>) {
      dispatch({ type: "write", changes });
      autosave.change({ explicit: false });
    },
    /**
     * Saves every valid field because the user pressed Save. Resolves to true if all valid fields are stored.
     */
    save: () => saveNow(true),
    /** Retries a failed save now, also after the user signs in again. */
    retry: () => saveNow(state.pressed),
    /** Saves all valid unsaved fields now. Resolves to true if all of them are stored. */
    settle: () => saveNow(false),
    /**
     * Resolves an edit conflict. `theirs` names the fields that get the server's text; the other fields keep the user's
     * text.
     */
    async resolve(theirs: readonly FieldOf<V>[]): Promise<boolean> {
      dispatch({ type: "decide", theirs });
      if (view.unsaved.length > 0 || state.pressed) return saveNow(state.pressed);
      autosave.discard();
      dispatch({ type: "autosave", autosave: { kind: "idle" } });
      return true;
    },
    /** Offers the text of a closed tab for recovery, except text that this tab already contains. */
    offerMore(copies: LocalChanges<V, H>[]) {
      lookBack();
      dispatch({ type: "offer", copies });
    },
    takeOffered,
    /** Records the content of the nested editor, such as the team member form; null after it is closed. */
    edit: (inHand: H | null) => dispatch({ type: "edit", inHand }),
    /** Cancels the scheduled automatic save. `wake` schedules the save again. */
    stop: autosave.stop,
    wake() {
      if (view.unsaved.length > 0 && state.autosave.kind === "waiting")
        autosave.change({ explicit: false });
    },
  };
}
