import type { ErrorCode, FileFinding } from "@/contract/errors";
import type { TransportCode } from "../api/error";

/** The error code of an upload. `file_changed` means that the browser can no longer read the chosen file. */
export type UploadCode = ErrorCode | TransportCode | "file_changed";

type FailedCode = Exclude<UploadCode, "file_changed">;

/**
 * A file that is being uploaded: its name, the number of bytes that the server received, and the total number of bytes.
 */
type Part = { name: string; sent: number; total: number };

/**
 * The upload state of a file field. Until the server accepts the new file, the application keeps the file that the
 * server accepted earlier.
 */
export type UploadState =
  /** No upload is running. `arrivedAt` is the time at which the last file was accepted, in ms since the epoch. */
  | { kind: "none"; arrivedAt?: number }
  /** The browser is sending bytes. `speed` is in bytes per second, and null until it is known. */
  | ({ kind: "rising"; speed: number | null; at: number } & Part)
  | ({ kind: "paused" } & Part)
  /** The connection is lost, or the server is busy. The upload resumes without an action of the user. */
  | ({ kind: "offline"; isServer: boolean } & Part)
  /** All bytes are on the server, and the server checks the file. */
  | ({ kind: "checking" } & Part)
  /** The check in the browser or on the server refused the file. */
  | ({ kind: "refused"; name: string; code: UploadCode } & FileFinding)
  /** An error stopped the upload. For a retry, the server keeps the bytes that it has received. */
  | ({ kind: "failed"; code: FailedCode } & Part)
  /** The upload started before a reload or on another visit. The user must choose the same file again. */
  | ({ kind: "interrupted" } & Part);

export type UploadEvent =
  | { type: "start"; name: string; total: number; at: number }
  | { type: "progress"; sent: number; at: number }
  | { type: "pause" }
  /** The connection broke during the upload, or the server is temporarily unavailable (`isServer`). */
  | { type: "lose"; isServer: boolean }
  | ({ type: "refuse"; name: string; code: UploadCode } & FileFinding)
  | { type: "fail"; code: FailedCode }
  | { type: "find"; name: string; sent: number; total: number }
  | { type: "end" }
  | { type: "arrive"; at: number };

/** The weight of a new speed measurement in the moving average. */
const FRESH = 0.2;

/** Returns the next upload state of a file field. An event that does not apply to the current state changes nothing. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case "start":
      return begin(state, event);
    case "refuse": {
      const { type: _, ...refusal } = event;
      return { kind: "refused", ...refusal };
    }
    case "find":
      return state.kind === "none"
        ? { kind: "interrupted", name: event.name, sent: event.sent, total: event.total }
        : state;
    case "end":
      return { kind: "none" };
    case "arrive":
      return { kind: "none", arrivedAt: event.at };
  }
  if (!isUnderWay(state)) return state;
  const part = { name: state.name, sent: state.sent, total: state.total };
  switch (event.type) {
    case "progress":
      return progressed(state, event.sent, event.at);
    case "pause":
      // A file that is being checked has no bytes left to send, so its upload cannot be paused.
      return state.kind === "checking" ? state : { kind: "paused", ...part };
    case "lose":
      return { kind: "offline", isServer: event.isServer, ...part };
    case "fail":
      return { kind: "failed", code: event.code, ...part };
  }
}

type UnderWay = Extract<UploadState, { kind: "rising" | "paused" | "offline" | "checking" }>;

/** Reports whether an upload still has bytes to send, or the check of its file is running. */
export function isUnderWay(state: UploadState): state is UnderWay {
  return (
    state.kind === "rising" ||
    state.kind === "paused" ||
    state.kind === "offline" ||
    state.kind === "checking"
  );
}

/** Reports whether closing the page would interrupt an upload. */
export function isAtWork(state: UploadState): boolean {
  return state.kind === "rising" || state.kind === "checking" || state.kind === "offline";
}

function begin(
  state: UploadState,
  { name, total, at }: { name: string; total: number; at: number },
): UploadState {
  // If the user chooses the same file, the upload resumes at its last offset. The first progress event replaces this
  // offset with the server's offset.
  const same = "sent" in state && state.name === name && state.total === total;
  return { kind: "rising", name, total, sent: same ? state.sent : 0, speed: null, at };
}

function progressed(state: UnderWay, sent: number, at: number): UploadState {
  if (state.kind === "paused") return state;
  const { name, total } = state;
  if (sent >= total) return { kind: "checking", name, total, sent: total };
  if (state.kind !== "rising") return { kind: "rising", name, total, sent, speed: null, at };
  const seconds = (at - state.at) / 1000;
  if (seconds < 0.25) return { ...state, sent: state.at === at ? sent : state.sent };
  const measured = Math.max(0, sent - state.sent) / seconds;
  const speed = state.speed === null ? measured : state.speed + FRESH * (measured - state.speed);
  return { kind: "rising", name, total, sent, speed, at };
}

/** Returns the seconds until an upload's last byte at the current speed. Null while the speed is unknown. */
export function secondsLeft(state: UploadState): number | null {
  if (state.kind !== "rising" || !state.speed) return null;
  return (state.total - state.sent) / state.speed;
}

/** Returns the percentage of a file's bytes that the server received, rounded down. */
export function percentOf({ sent, total }: { sent: number; total: number }): number {
  return total === 0 ? 0 : Math.floor((sent * 100) / total);
}

/** Returns the upload state to display. A busy server and a lost connection have different displays. */
export function shownKind<S extends UploadState>(state: S): S["kind"] | "busy" {
  return state.kind === "offline" && state.isServer ? "busy" : state.kind;
}
