import type { DetailedError, PreviousUpload, Upload } from "tus-js-client";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { fileProblem } from "@/contract/project/file-rules";
import { createUpload } from "@/contract/project/project";
import { FILE_FIELDS, type FileField } from "@/contract/project/project-fields";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { GATEWAY } from "../api/client";
import { ApiError } from "../api/error";
import { lookInto } from "./look-into";
import {
  beginsAgain,
  chunkReader,
  codeOf,
  findingOf,
  hasFileChanged,
  isGone,
  isPassing,
  requireAnswer,
  statusOf,
  waitOf,
} from "./upload-errors";
import { nextUpload, type UploadEvent, type UploadState } from "./upload-state";

/** Bytes per upload request. The size is small, so a lost connection loses little. */
const CHUNK = 4 * 1024 * 1024;
/** Delays before upload retries, in ms. A successful chunk restarts the sequence. */
const RETRIES = [500, 1500, 4000, 8000, 15_000];

/**
 * Milliseconds between two series of upload retries: LOST_AGAIN after a lost connection, BUSY_AGAIN after a server
 * error.
 */
const LOST_AGAIN = 15_000;
const BUSY_AGAIN = 30_000;

export type Uploads = ReturnType<typeof createUploads>;
type States = Readonly<Record<FileField, UploadState>>;
type Running = { file: File; upload: Upload; again: boolean; ended: boolean };

/**
 * Manages the file uploads of one account's application. The object exists above the form steps, so changing the step
 * interrupts no upload. A file counts as uploaded only when the refetched application contains it.
 *
 * @param reload refetches the application for all components that show it
 * @param onSignedOut called when the session has ended; `resume` continues after the user signs in again
 */
export function createUploads(options: {
  userId: string;
  locale: string;
  reload: () => Promise<ProjectAnswer>;
  onSignedOut: () => void;
}) {
  const listeners = new Set<() => void>();
  const running = new Map<FileField, Running>();
  /** The last file that the user chose in each field. The browser checks the file before its upload starts. */
  const chosen = new Map<FileField, File>();
  let states = Object.fromEntries(FILE_FIELDS.map((field) => [field, { kind: "none" }])) as States;
  const keyOf = (field: FileField) => `application.${options.userId}.${field}`;

  function tell(field: FileField, event: UploadEvent) {
    const next = nextUpload(states[field], event);
    if (next === states[field]) return;
    states = { ...states, [field]: next };
    for (const listener of listeners) listener();
  }

  async function begin(field: FileField, file: File, again = false) {
    tell(field, { type: "start", name: file.name, total: file.size, at: Date.now() });
    const tus = await import("tus-js-client");
    const stack = new tus.DefaultHttpStack({});
    const upload = new tus.Upload(file, {
      endpoint: window.location.origin + GATEWAY + createUpload.path,
      chunkSize: CHUNK,
      fileReader: chunkReader,
      retryDelays: RETRIES,
      metadata: { field, filename: file.name, filetype: file.type || "application/octet-stream" },
      fingerprint: async () => [keyOf(field), file.name, file.size, file.lastModified].join("."),
      removeFingerprintOnSuccess: true,
      httpStack: {
        createRequest: (method, url) => stack.createRequest(method, inLanguage(url)),
        getName: () => stack.getName(),
      },
      onProgress: (sent) => tell(field, { type: "progress", sent, at: Date.now() }),
      onAfterResponse: requireAnswer,
      onShouldRetry: (error) => {
        if (hasFileChanged(error)) return false;
        if (!isPassing(statusOf(error)) && !beginsAgain(error)) return false;
        tell(field, { type: "lose", isServer: statusOf(error) !== 0 });
        return true;
      },
      onSuccess: () => void finish(field, job),
      onError: (error) => void stop(field, job, error as DetailedError),
    });
    const job: Running = { file, upload, again, ended: false };
    running.set(field, job);
    const previous = await upload.findPreviousUploads();
    const newest = previous.toSorted((a, b) => a.creationTime.localeCompare(b.creationTime)).at(-1);
    if (newest) upload.resumeFromPreviousUpload(newest);
    void dropPrevious(field, newest?.uploadUrl ?? undefined);
    // Start only if the user did not cancel or pause the upload during the two awaited calls above.
    if (running.get(field) === job && states[field].kind === "rising") upload.start();
  }

  function inLanguage(address: string): string {
    const url = new URL(address);
    if (options.locale !== DEFAULT_LANGUAGE) url.searchParams.set("lang", options.locale);
    return url.href;
  }

  /**
   * Runs when the server has received all bytes of a file. Only the refetched application proves that the server stored
   * the file.
   */
  async function finish(field: FileField, job: Running) {
    if (job.ended) return;
    const id = idOf(job.upload.url);
    const answer = await readAgain(field, job);
    if (!answer || job.ended || running.get(field) !== job) return;
    if (answer.project[field]?.id === id) {
      running.delete(field);
      tell(field, { type: "arrive", at: Date.now() });
    } else if (job.again) {
      tell(field, { type: "fail", code: "bad_answer" });
    } else {
      // The tus client treats an upload that was refused on an earlier visit as complete, so start the upload over.
      await forget(job.upload);
      void begin(field, job.file, true);
    }
  }

  /**
   * Refetches the application until a fetch succeeds, because only the application shows whether the server accepted
   * the file.
   */
  async function readAgain(field: FileField, job: Running): Promise<ProjectAnswer | null> {
    for (let tries = 0; !job.ended && running.get(field) === job; tries++) {
      try {
        return await options.reload();
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) {
          tell(field, { type: "fail", code: "not_authenticated" });
          options.onSignedOut();
          return null;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRIES[tries] ?? LOST_AGAIN));
      }
    }
    return null;
  }

  async function stop(field: FileField, job: Running, error: DetailedError) {
    if (job.ended) return;
    const status = statusOf(error);
    const code = beginsAgain(error) ? "unavailable" : codeOf(error);
    if (hasFileChanged(error)) {
      cancel(field);
      tell(field, { type: "refuse", name: job.file.name, code: "file_changed" });
    } else if (status === 0) {
      tell(field, { type: "lose", isServer: false });
      setTimeout(() => wake(field), LOST_AGAIN);
    } else if (status === 401) {
      tell(field, { type: "fail", code: "not_authenticated" });
      options.onSignedOut();
    } else if (status >= 500 || status === 429 || code === "unavailable" || code === "bad_answer") {
      tell(field, { type: "fail", code });
      setTimeout(() => heal(field, job), Math.max(BUSY_AGAIN, waitOf(error)));
    } else {
      // Delete the record of the refused file. If the user chooses the same file again, the browser uploads it again.
      await forget(job.upload);
      running.delete(field);
      tell(field, { type: "refuse", name: job.file.name, code, ...findingOf(error) });
    }
  }

  async function resume(field: FileField) {
    const job = running.get(field);
    if (!job) return;
    tell(field, { type: "start", name: job.file.name, total: job.file.size, at: Date.now() });
    // Cancel the retry that the tus client has scheduled, so that two requests do not run in parallel.
    await job.upload.abort();
    if (running.get(field) === job && states[field].kind === "rising") job.upload.start();
  }

  /** Resumes an upload after a temporary failure: a server error (no disk space, no database) or a rate limit. */
  function heal(field: FileField, job: Running) {
    if (running.get(field) === job && states[field].kind === "failed") void resume(field);
  }

  function wake(field: FileField) {
    if (states[field].kind === "offline") void resume(field);
  }

  function cancel(field: FileField) {
    const job = running.get(field);
    running.delete(field);
    const before = states[field];
    tell(field, { type: "end" });
    if (job) {
      job.ended = true;
      // Ignore a failed request to delete the upload, because the server deletes unfinished uploads after some time.
      void job.upload.abort(Boolean(job.upload.url)).catch(() => undefined);
      void forget(job.upload);
    } else if (before.kind === "interrupted") {
      void dropPrevious(field);
    }
  }

  /** Deletes this account's unfinished uploads for a file field, in the browser and on the server. */
  async function dropPrevious(field: FileField, but?: string) {
    const { Upload, defaultOptions } = await import("tus-js-client");
    for (const entry of await previousOf(field)) {
      if (!entry.uploadUrl || entry.uploadUrl === but) continue;
      await defaultOptions.urlStorage.removeUpload(entry.urlStorageKey);
      void Upload.terminate(inLanguage(entry.uploadUrl), { retryDelays: [] }).catch(
        () => undefined,
      );
    }
  }

  async function previousOf(field: FileField): Promise<PreviousUpload[]> {
    const { defaultOptions } = await import("tus-js-client");
    // In a browser without storage, the tus client's storage object has no function `findAllUploads`.
    const all = (await defaultOptions.urlStorage.findAllUploads?.()) ?? [];
    return all.filter(({ urlStorageKey }) => urlStorageKey.startsWith(`tus::${keyOf(field)}.`));
  }

  /** Shows an unfinished upload of an earlier visit. Forgets uploads that the server no longer has. */
  async function find(field: FileField) {
    const { defaultOptions } = await import("tus-js-client");
    const entries = await previousOf(field);
    const newest = entries.toSorted((a, b) => a.creationTime.localeCompare(b.creationTime)).at(-1);
    if (!newest?.uploadUrl) return;
    const sent = await offsetOf(inLanguage(newest.uploadUrl));
    const total = newest.size ?? 0;
    if (sent === undefined) return;
    if (sent === null || sent >= total)
      await defaultOptions.urlStorage.removeUpload(newest.urlStorageKey);
    else tell(field, { type: "find", name: newest.metadata.filename ?? "", sent, total });
  }

  return {
    snapshot: () => states,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Checks a chosen file and starts its upload, or resumes its interrupted upload. */
    async choose(field: FileField, file: File) {
      chosen.set(field, file);
      const problem = fileProblem(field, file.name, file.size);
      const finding = problem ? { code: problem } : await lookInto(field, file).catch(() => null);
      // Stop here if the user chose another file or left the page while the browser checked this file.
      if (chosen.get(field) !== file) return;
      if (finding) return tell(field, { type: "refuse", name: file.name, ...finding });
      const job = running.get(field);
      if (job) cancel(field);
      void begin(field, file);
    },
    pause(field: FileField) {
      tell(field, { type: "pause" });
      if (states[field].kind === "paused") void running.get(field)?.upload.abort();
    },
    /** Resumes an upload after a pause, an error, or a lost connection. */
    resume,
    /** Resumes all waiting uploads. Called when the connection returns or the user signs in again. */
    wakeAll() {
      for (const field of FILE_FIELDS) {
        const state = states[field];
        const waited = state.kind === "failed" && state.code === "not_authenticated";
        if (waited) void resume(field);
        else wake(field);
      }
    },
    cancel,
    /** Dismisses the message about a refused file. */
    dismiss: (field: FileField) => tell(field, { type: "end" }),
    /** Finds the unfinished uploads of earlier visits for all file fields. */
    findInterrupted: () => Promise.all(FILE_FIELDS.map(find)),
    /** Stops every upload. The server keeps the received bytes for the next visit. */
    stopAll() {
      chosen.clear();
      for (const job of running.values()) {
        job.ended = true;
        void job.upload.abort();
      }
      running.clear();
    },
  };
}

async function forget(upload: Upload) {
  const { defaultOptions } = await import("tus-js-client");
  for (const entry of await upload.findPreviousUploads())
    await defaultOptions.urlStorage.removeUpload(entry.urlStorageKey);
}

/**
 * Returns the number of bytes of an upload that the server received. Null for a deleted upload, undefined without a
 * response.
 */
async function offsetOf(url: string): Promise<number | null | undefined> {
  const response = await fetch(url, { method: "HEAD", headers: { "Tus-Resumable": "1.0.0" } });
  const offset = response.headers.get("Upload-Offset");
  if (response.ok && offset !== null) return Number(offset);
  return isGone(response.status) ? null : undefined;
}

function idOf(url: string | null): string | undefined {
  return url?.split("?")[0]?.split("/").at(-1);
}
