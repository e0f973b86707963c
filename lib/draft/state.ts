import type { FieldCode } from "@/contract/errors";
import type { AutosaveState } from "../browser/autosave";
import type { FieldOf } from "./form";

/** What the server stores, and since when, as last known. */
export type Word<V> = { values: V; version: number; savedAt: string | null };

/** What one tab wrote and the server does not have yet; kept in this form across a reload too. */
export type Patch<V, H = never> = {
  /** The fields as written. */
  mine: Partial<V>;
  /** What they held when this tab started changing them, as far as the person has seen. */
  base: Partial<V>;
  /** What a nested editor holds. */
  inHand: H | null;
};

/** A save whose outcome is unknown: in flight, or its answer was lost. */
export type Sent<V> = { body: Partial<V>; version: number };

/**
 * Everything one tab knows of a form: the server's state, and what it wrote on top of it. Questions,
 * problems and what is unsaved follow from these (view.ts).
 */
export type State<V, H = never> = {
  word: Word<V>;
  patch: Patch<V, H>;
  /** Their text may or may not be on the server, and is this tab's own either way. */
  sent: readonly Sent<V>[];
  /** Values that the server refused, and why. */
  refused: { readonly [F in FieldOf<V>]?: { value: V[F]; code: FieldCode } };
  /** The person has pressed Save, and it has not come through yet. */
  pressed: boolean;
  /** Text from before a reload or of a closed tab, oldest first, waiting for an answer. */
  offers: readonly Patch<V, H>[];
  autosave: AutosaveState;
};

export function begin<V, H>(word: Word<V>): State<V, H> {
  return {
    word,
    patch: { mine: {}, base: {}, inHand: null },
    sent: [],
    refused: {},
    pressed: false,
    offers: [],
    autosave: { kind: "idle" },
  };
}
