import type { FieldCode } from "@/contract/errors";
import type { AutosaveState } from "../browser/autosave";
import type { FieldOf } from "./form";

/** The last known server snapshot: its values, version, and the time of the last save. */
export type ServerSnapshot<V> = { values: V; version: number; savedAt: string | null };

/** The local changes of one tab that the server does not have yet. The same form is stored for a reload. */
export type LocalChanges<V, H = never> = {
  /** The changed fields with their new text. */
  mine: Partial<V>;
  /** The text that these fields had when the user started to change them. */
  base: Partial<V>;
  /** The content of a nested editor, or null. */
  inHand: H | null;
};

/** A save with an unknown outcome: in progress, or its answer was lost. */
export type Sent<V> = { body: Partial<V>; version: number };

/**
 * The full state of a form in one tab: the server snapshot and the local changes. Conflicts, problems, and unsaved fields
 * are derived from it (view.ts).
 */
export type State<V, H = never> = {
  word: ServerSnapshot<V>;
  patch: LocalChanges<V, H>;
  /** Saves whose text may or may not be on the server. This tab wrote the text in both cases. */
  sent: readonly Sent<V>[];
  /** Values that the server rejected, with the error code. */
  refused: { readonly [F in FieldOf<V>]?: { value: V[F]; code: FieldCode } };
  /** True when the user has pressed Save and the save is not complete yet. */
  pressed: boolean;
  /** Recoveries that wait for the user's answer, oldest first: text from before a reload or of a closed tab. */
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
