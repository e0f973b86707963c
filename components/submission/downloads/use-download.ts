"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/api/error";
import { useAskSignIn } from "../sign-in-again";
import { blobSink, nameOf, openSink } from "./save-file";

export type DownloadState =
  | { kind: "idle" }
  /** `whole` is the expected size of the download in bytes; null if unknown. */
  | { kind: "running"; bytes: number; whole: number | null }
  | { kind: "done"; bytes: number }
  | { kind: "failed"; code: ApiError["code"] };

/** Minimum number of milliseconds between two progress updates. */
const TELL_EVERY = 200;

/**
 * Runs a download with progress, cancellation, and errors. An error response or an interrupted response never becomes a
 * file that looks complete.
 *
 * @param large streams to disk if the browser supports it; `name` is the suggested file name
 */
export function useDownload(
  ask: (signal: AbortSignal) => Promise<Response>,
  { name, large = false }: { name: string; large?: boolean },
) {
  const askSignIn = useAskSignIn();
  const [state, setState] = useState<DownloadState>({ kind: "idle" });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  async function start() {
    const sink = large ? await openSink(name) : blobSink();
    if (!sink) return;
    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    let bytes = 0;
    let told = 0;
    setState({ kind: "running", bytes, whole: null });
    try {
      const response = await ask(signal);
      const whole = Number(response.headers.get("X-Export-Bytes")) || null;
      const reader = response.body?.getReader();
      for (;;) {
        const part = await reader?.read();
        if (!part || part.done) break;
        bytes += part.value.byteLength;
        await sink.write(part.value);
        if (Date.now() - told > TELL_EVERY) {
          told = Date.now();
          setState({ kind: "running", bytes, whole });
        }
      }
      await sink.finish(nameOf(response, name));
      setState({ kind: "done", bytes });
    } catch (cause) {
      await sink.abandon();
      if (signal.aborted) return setState({ kind: "idle" });
      const code = cause instanceof ApiError ? cause.code : "network";
      setState({ kind: "failed", code });
      if (code === "not_authenticated") askSignIn(() => void start());
    }
  }

  return { state, start, cancel: () => abort.current?.abort() };
}
