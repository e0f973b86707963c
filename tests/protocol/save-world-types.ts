import type { QueryClient } from "@tanstack/react-query";
import type { ApiError } from "@/lib/api/error";
import type { FieldOf, Form } from "@/lib/draft/form";
import type { Patch, Word } from "@/lib/draft/state";
import type { DraftStore } from "@/lib/draft/store";

/** Who uses the engine: a form, and what people do with it. */
export type User<V extends object, H = never> = {
  form: Form<V, H>;
  empty: V;
  /** The two fields that everybody writes: few, so that edits collide. */
  fields: readonly [FieldOf<V>, FieldOf<V>];
  /** The text that a person writes after `n` others; the first field's have never been written before. */
  text: (field: FieldOf<V>, tab: string, n: number) => V[FieldOf<V>];
  /** Whether text from before a reload is offered, rather than restored at once. */
  asks: boolean;
  /** The fields that a person gives up on deciding for the other window. */
  givenUp: (conflict: FieldOf<V>[], unsaved: FieldOf<V>[]) => FieldOf<V>[];
};

/** A request of a tab, on its way to the server or back. */
export type Flight<V extends object, H> = {
  tab: Tab<V, H>;
  body: Partial<V>;
  ifMatch: number;
  /** The server's answer, once the request has arrived there. */
  answer: { stored: boolean; word: Word<V> } | null;
  /** Ends the tab's call; null once it has ended, whatever is still on the way. */
  settle: { resolve: (word: Word<V>) => void; reject: (error: ApiError) => void } | null;
};

/** One tab with the site open, and what its person has seen and typed in it. */
export type Tab<V extends object, H> = {
  name: string;
  draft: DraftStore<V, H>;
  /** The tab's query cache: what its pages have read. */
  queries: QueryClient;
  kept: { copies: Patch<V, H>[] };
  /** Texts that this tab has shown, by field: typed in it, or shown in the form or the question. */
  seen: Map<FieldOf<V>, Set<unknown>>;
  /** The newest text typed into each field and not yet decided about. */
  typed: Map<FieldOf<V>, unknown>;
  read: Word<V> | null;
};
