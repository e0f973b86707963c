"use client";

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "@/lib/api/error";
import type { FileSource } from "../file-source";
import { type Deck, openDeck } from "./open-deck";

export type DeckState =
  | { kind: "waiting" }
  /** Fraction of the file that the browser has received, from 0 to 1; null while the file's size is unknown. */
  | { kind: "loading"; share: number | null }
  | { kind: "ready"; deck: Deck }
  | { kind: "failed"; reason: ApiError["code"] | "locked" | "broken" };

/**
 * Returns the bytes of a response. Calls `onShare` with the received fraction while the response arrives; null if the
 * size is unknown.
 */
async function readAll(response: Response, onShare: (share: number | null) => void) {
  const size = Number(response.headers.get("Content-Length")) || null;
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let here = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    parts.push(part.value);
    here += part.value.byteLength;
    onShare(size === null ? null : here / size);
  }
  return new Blob(parts).arrayBuffer();
}

function reasonOf(cause: unknown): ApiError["code"] | "locked" | "broken" {
  if (cause instanceof ApiError) return cause.code;
  if (cause instanceof Error && cause.name === "PasswordException") return "locked";
  return cause instanceof TypeError ? "network" : "broken";
}

/**
 * Fetches and opens a pitch deck once `wanted` is true, that is, when the reader scrolls near the viewer. Frees the
 * deck's memory on unmount.
 */
export function useDeck(
  { href, load: request }: Pick<FileSource, "href" | "load">,
  wanted: boolean,
) {
  const [state, setState] = useState<DeckState>({ kind: "waiting" });
  const [attempt, setAttempt] = useState(0);
  const open = useRef<Deck>(undefined);
  const fetchBytes = useEffectEvent(request);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file or another attempt starts over
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    async function load() {
      setState({ kind: "loading", share: null });
      try {
        const { signal } = abort;
        const bytes = await readAll(await fetchBytes(signal), (share) => {
          if (!signal.aborted) setState({ kind: "loading", share });
        });
        const deck = await openDeck(bytes);
        if (signal.aborted) return void deck.document.loadingTask.destroy();
        open.current = deck;
        setState({ kind: "ready", deck });
      } catch (cause) {
        if (!abort.signal.aborted) setState({ kind: "failed", reason: reasonOf(cause) });
      }
    }
    void load();
    return () => {
      abort.abort();
      void open.current?.document.loadingTask.destroy();
      open.current = undefined;
    };
  }, [wanted, href, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { state, retry };
}

/** Reports whether an element is or was near the visible area. Once true, the value stays true. */
export function useNear<E extends Element>() {
  const element = useRef<E>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target || near) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "50% 0px",
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [near]);
  return { element, near };
}
