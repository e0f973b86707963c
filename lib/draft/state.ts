import type { FieldCode } from "@/contract/errors";
import type { AutosaveState } from "../browser/autosave";
import type { FieldOf } from "./form";

/** Last known state of the server: the form's values, the version, and the time of the last save. */
export type ServerSnapshot<V> = { values: V; version: number; savedAt: string | null };

/**
 * Changes of one tab that the server does not have yet. The browser stores them in this shape, so that the tab can
 * restore them after a reload.
 */
export type LocalChanges<V, H = never> = {
  /** Changed fields with their new text. */
  mine: Partial<V>;
  /** Text that the changed fields had when the user started to change them. */
  base: Partial<V>;
  /** Content of a nested editor, such as the team member form; null if no such editor is open. */
  inHand: H | null;
};

/** A save with an unknown outcome: in progress, or its response was lost. */
export type Sent<V> = { body: Partial<V>; version: number };

/**
 * Full state of a form in one tab: the server snapshot and the local changes. Conflicts, problems, and unsaved fields
 * are derived from them (view.ts).
 */
export type State<V, H = never> = {
  word: ServerSnapshot<V>;
  patch: LocalChanges<V, H>;
  /** Saves that the server possibly stored. This tab wrote their text, so the text causes no edit conflict. */
  sent: readonly Sent<V>[];
  /** Values that the server rejected, each with its error code. */
  refused: { readonly [F in FieldOf<V>]?: { value: V[F]; code: FieldCode } };
  /** True if the user pressed Save and the save is not complete yet. */
  pressed: boolean;
  /**
   * Texts from before a reload or from closed tabs, oldest first, that the user has neither restored nor declined yet.
   */
  offers: readonly LocalChanges<V, H>[];
  autosave: AutosaveState;
};

export function begin<V, H>(snapshot: ServerSnapshot<V>): State<V, H> {
  return {
    word: snapshot,
    patch: { mine: {}, base: {}, inHand: null },
    sent: [],
    refused: {},
    pressed: false,
    offers: [],
    autosave: { kind: "idle" },
  };
}
