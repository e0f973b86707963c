import type { QueryClient } from "@tanstack/react-query";
import type { ApiError } from "@/lib/api/error";
import type { FieldOf, Form } from "@/lib/draft/form";
import type { LocalChanges, ServerSnapshot } from "@/lib/draft/state";
import type { DraftStore } from "@/lib/draft/store";

/** A form that uses the draft engine, and how its users behave. */
export type User<V extends object, H = never> = {
  form: Form<V, H>;
  empty: V;
  /** The two fields that all users edit. Few fields make conflicts frequent. */
  fields: readonly [FieldOf<V>, FieldOf<V>];
  /** Returns the text that a user writes after `n` other texts. The first field's texts are unique. */
  text: (field: FieldOf<V>, tab: string, n: number) => V[FieldOf<V>];
  /** Whether text from before a reload is offered, not restored immediately. */
  asks: boolean;
  /** Returns the fields that a user discards by choosing the other window's version. */
  givenUp: (conflict: FieldOf<V>[], unsaved: FieldOf<V>[]) => FieldOf<V>[];
};

/** A request of a tab that is on its way to the server or back. */
export type Flight<V extends object, H> = {
  tab: Tab<V, H>;
  body: Partial<V>;
  ifMatch: number;
  /** The server's answer, after the request has arrived. */
  answer: { stored: boolean; word: ServerSnapshot<V> } | null;
  /** Settles the tab's request. Null after the request has ended for the tab. */
  settle: { resolve: (word: ServerSnapshot<V>) => void; reject: (error: ApiError) => void } | null;
};

/** An open tab, and the texts that its user has seen and typed. */
export type Tab<V extends object, H> = {
  name: string;
  draft: DraftStore<V, H>;
  /** The tab's query cache with the data that its pages have read. */
  queries: QueryClient;
  kept: { copies: LocalChanges<V, H>[] };
  /** The texts that this tab has shown by field: typed, in the form, or in the conflict dialog. */
  seen: Map<FieldOf<V>, Set<unknown>>;
  /** The newest typed text of each field that the user has not discarded. */
  typed: Map<FieldOf<V>, unknown>;
  read: ServerSnapshot<V> | null;
};
