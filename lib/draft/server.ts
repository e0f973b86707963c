import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError } from "../api/error";
import type { Word } from "./state";

export type SaveRequest<V> = {
  /** The version it builds on. */
  version: number;
  /** The person pressed Save. */
  explicit: boolean;
  /** All the fields as they will be on the server once this save is stored. */
  values: V;
};

/**
 * The server as a draft sees it. It alone holds the server's last known state (`heldIn`).
 */
export type Server<V> = {
  word: () => Word<V>;
  subscribe: (listener: () => void) => () => void;
  /** Sends one save and records what it stored: `request.values`. Throws an ApiError. */
  send: (body: Partial<V>, request: SaveRequest<V>) => Promise<Word<V>>;
  /** Records what a version conflict says is stored, or fetches it. */
  refused: (error: ApiError) => Promise<Word<V>>;
};

/**
 * The server's state as the query cache holds it: the pages read the same one.
 *
 * @param first the response the page was opened with, should the cache evict it
 */
export function heldIn<A, V>(
  client: QueryClient,
  { queryKey }: { queryKey: QueryKey },
  wordOf: (answer: A) => Word<V>,
  first: A,
) {
  const answer = () => client.getQueryData<A>(queryKey) ?? first;
  return {
    answer,
    word: () => wordOf(answer()),
    /** Records what the server said; every subscriber sees it. */
    put(change: (held: A) => A): Word<V> {
      client.setQueryData<A>(queryKey, change(answer()));
      return wordOf(answer());
    },
    subscribe(listener: () => void) {
      const hash = hashKey(queryKey);
      return client.getQueryCache().subscribe(({ type, query }) => {
        if (type === "updated" && query.queryHash === hash) listener();
      });
    },
  };
}

/** The timeout of a save, ms: a text is small, so a longer silence is an outage. */
const PATIENCE = 20_000;

/**
 * A save that gets no answer, neither yes nor no: a server that hangs, a connection that drops it. It counts
 * as one whose outcome is unknown, and is retried, instead of "saving" for minutes.
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
