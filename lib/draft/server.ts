import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError } from "../api/error";
import type { ServerSnapshot } from "./state";

export type SaveRequest<V> = {
  /** Version of the stored data on which the save builds. */
  version: number;
  /** True if the user pressed Save. */
  explicit: boolean;
  /** Values that all fields will have on the server if this save succeeds. */
  values: V;
};

/** A form's access to the server: sends saves, and provides the last known server snapshot. */
export type Server<V> = {
  word: () => ServerSnapshot<V>;
  subscribe: (listener: () => void) => () => void;
  /** Sends one save and records the stored values (`request.values`) as the new server snapshot. Throws an ApiError. */
  send: (body: Partial<V>, request: SaveRequest<V>) => Promise<ServerSnapshot<V>>;
  /** Records the stored state from the response to a version conflict. If the response lacks the state, fetches it. */
  refused: (error: ApiError) => Promise<ServerSnapshot<V>>;
};

/**
 * Keeps the server snapshot in the query cache, which the pages read as well.
 *
 * @param first the response with which the page was opened, in case the cache evicts it
 * @param isOwn reports whether a response belongs to this form; other responses are ignored
 */
export function heldIn<A, V>(
  client: QueryClient,
  { queryKey }: { queryKey: QueryKey },
  snapshotOf: (answer: A) => ServerSnapshot<V>,
  first: A,
  isOwn: (answer: A) => boolean = () => true,
) {
  const answer = () => {
    const held = client.getQueryData<A>(queryKey);
    return held !== undefined && isOwn(held) ? held : first;
  };
  return {
    answer,
    word: () => snapshotOf(answer()),
    /** Changes the cached response of the server and notifies every subscriber. */
    put(change: (held: A) => A): ServerSnapshot<V> {
      client.setQueryData<A>(queryKey, change(answer()));
      return snapshotOf(answer());
    },
    subscribe(listener: () => void) {
      const hash = hashKey(queryKey);
      return client.getQueryCache().subscribe(({ type, query }) => {
        if (type === "updated" && query.queryHash === hash) listener();
      });
    },
  };
}

/** Timeout of a save in milliseconds. A save is small, so a longer wait means an outage. */
const PATIENCE = 20_000;

/**
 * Aborts a save that gets no response within the timeout. The save's outcome is then unknown and the save is retried,
 * so that the page does not show "saving" for minutes.
 */
export async function inTime<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    return await send(patience.signal);
  } catch (cause) {
    throw patience.signal.aborted ? new ApiError("unavailable", 503, { cause }) : cause;
  } finally {
    clearTimeout(timer);
  }
}
