import type { ErrorCode, FileFinding } from "@/contract/errors";
import type { TransportCode } from "../api/error";

/** `file_changed`: the browser can no longer read the file that was chosen. */
export type UploadCode = ErrorCode | TransportCode | "file_changed";

type FailedCode = Exclude<UploadCode, "file_changed">;

/** A file being uploaded: its name, and how many bytes of how many have arrived. */
type Part = { name: string; sent: number; total: number };

/** What one file field is doing, besides what the application already holds. */
export type UploadState =
  /** Nothing under way. `arrivedAt` is when the last file was accepted, in milliseconds. */
  | { kind: "none"; arrivedAt?: number }
  /** Bytes are being sent. `speed` is bytes per second, null until it is known. */
  | ({ kind: "rising"; speed: number | null; at: number } & Part)
  | ({ kind: "paused" } & Part)
  /** The connection is lost, or the server has no time for it; it resumes by itself. */
  | ({ kind: "offline"; isServer: boolean } & Part)
  /** All bytes have arrived, the server is reading the file. */
  | ({ kind: "checking" } & Part)
  /** Not accepted, by the browser's check or by the server's. */
  | ({ kind: "refused"; name: string; code: UploadCode } & FileFinding)
  /** Stopped by an error; the bytes that arrived stay there for a retry. */
  | ({ kind: "failed"; code: FailedCode } & Part)
  /** Started before a reload or on another visit; the same file has to be chosen again. */
  | ({ kind: "interrupted" } & Part);

export type UploadEvent =
  | { type: "start"; name: string; total: number; at: number }
  | { type: "progress"; sent: number; at: number }
  | { type: "pause" }
  /** No answer came, or one by which the server says that it cannot just now. */
  | { type: "lose"; isServer: boolean }
  | ({ type: "refuse"; name: string; code: UploadCode } & FileFinding)
  | { type: "fail"; code: FailedCode }
  | { type: "find"; name: string; sent: number; total: number }
  | { type: "end" }
  | { type: "arrive"; at: number };

/** The weight of a new speed measurement against the earlier ones. */
const FRESH = 0.2;

/** The next state of a field's upload; an event that makes no sense in a state changes nothing. */
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
      // A file that is being checked has nothing left to pause.
      return state.kind === "checking" ? state : { kind: "paused", ...part };
    case "lose":
      return { kind: "offline", isServer: event.isServer, ...part };
    case "fail":
      return { kind: "failed", code: event.code, ...part };
  }
}

type UnderWay = Extract<UploadState, { kind: "rising" | "paused" | "offline" | "checking" }>;

/** Whether bytes are still to be sent or the check is running. */
export function isUnderWay(state: UploadState): state is UnderWay {
  return (
    state.kind === "rising" ||
    state.kind === "paused" ||
    state.kind === "offline" ||
    state.kind === "checking"
  );
}

/** Whether closing the page now would interrupt it. */
export function isAtWork(state: UploadState): boolean {
  return state.kind === "rising" || state.kind === "checking" || state.kind === "offline";
}

function begin(
  state: UploadState,
  { name, total, at }: { name: string; total: number; at: number },
): UploadState {
  // The same file resumes from where it was; the server's offset corrects it with the first progress.
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

/** Seconds until the last byte at the current speed; null while unknown. */
export function secondsLeft(state: UploadState): number | null {
  if (state.kind !== "rising" || !state.speed) return null;
  return (state.total - state.sent) / state.speed;
}

/** The percentage of bytes that have arrived, rounded. */
export function percentOf({ sent, total }: { sent: number; total: number }): number {
  return total === 0 ? 0 : Math.floor((sent * 100) / total);
}

/** What a state is called: a server without time for it is not a lost connection. */
export function shownKind<S extends UploadState>(state: S): S["kind"] | "busy" {
  return state.kind === "offline" && state.isServer ? "busy" : state.kind;
}
