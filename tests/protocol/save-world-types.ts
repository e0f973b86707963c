import type { QueryClient } from "@tanstack/react-query";
import type { ApiError } from "@/lib/api/error";
import type { FieldOf, Form } from "@/lib/draft/form";
import type { LocalChanges, ServerSnapshot } from "@/lib/draft/state";
import type { DraftStore } from "@/lib/draft/store";

/** A form whose drafts lib/draft saves, and the behavior of its users in the simulation. */
export type User<V extends object, H = never> = {
  form: Form<V, H>;
  empty: V;
  /** The two fields that all simulated users edit. With few fields, conflicts are frequent. */
  fields: readonly [FieldOf<V>, FieldOf<V>];
  /**
   * Returns the next text that a user types in a field. `n` is the number of earlier texts. The first field's texts are
   * unique.
   */
  text: (field: FieldOf<V>, tab: string, n: number) => V[FieldOf<V>];
  /** True if the form offers unsaved text from before a reload. False if the form restores this text immediately. */
  asks: boolean;
  /** Returns the fields that lose their unsaved text if the user chooses the other window's version. */
  givenUp: (conflict: FieldOf<V>[], unsaved: FieldOf<V>[]) => FieldOf<V>[];
};

/** A save request of a tab. It is on its way to the server, or its response is on its way back. */
export type Flight<V extends object, H> = {
  tab: Tab<V, H>;
  body: Partial<V>;
  ifMatch: number;
  /** The server's response. Null until the request has arrived. */
  answer: { stored: boolean; word: ServerSnapshot<V> } | null;
  /** Settles the promise with which the tab waits for the response. Null when the tab no longer waits. */
  settle: { resolve: (word: ServerSnapshot<V>) => void; reject: (error: ApiError) => void } | null;
};

/** An open tab of the form, and the texts that its user has seen and typed. */
export type Tab<V extends object, H> = {
  name: string;
  draft: DraftStore<V, H>;
  /** The tab's query cache, with the data that its pages have loaded. */
  queries: QueryClient;
  kept: { copies: LocalChanges<V, H>[] };
  /**
   * The texts of each field that the tab has shown: typed texts, texts in the form, and texts in the conflict dialog.
   */
  seen: Map<FieldOf<V>, Set<unknown>>;
  /** The newest text that the user typed in each field and has not discarded. */
  typed: Map<FieldOf<V>, unknown>;
  read: ServerSnapshot<V> | null;
};
