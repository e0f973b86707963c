import { expect, test } from "vitest";
import {
  isAtWork,
  nextUpload,
  percentOf,
  secondsLeft,
  shownKind,
  type UploadEvent,
  type UploadState,
} from "./upload-state";

const MB = 1024 * 1024;
const start: UploadEvent = { type: "start", name: "due-minuti.mov", total: 76 * MB, at: 0 };

function after(...events: UploadEvent[]): UploadState {
  return events.reduce<UploadState>(nextUpload, { kind: "none" });
}

test("speed and remaining time are calculated from the bytes that arrived", () => {
  const state = after(
    start,
    { type: "progress", sent: 1 * MB, at: 1000 },
    { type: "progress", sent: 2 * MB, at: 2000 },
  );
  expect(state).toMatchObject({ kind: "rising", sent: 2 * MB, speed: MB });
  expect(secondsLeft(state)).toBe(74);
});

test("two progress reports at the same instant do not give an infinite speed", () => {
  const state = after(
    start,
    { type: "progress", sent: 1 * MB, at: 100 },
    { type: "progress", sent: 9 * MB, at: 100 },
  );
  expect(secondsLeft(state)).toBeNull();
});

test("the last byte begins the check, and only the application's answer ends it", () => {
  const checking = after(start, { type: "progress", sent: 76 * MB, at: 9000 });
  expect(checking.kind).toBe("checking");
  expect(isAtWork(checking)).toBe(true);
  expect(nextUpload(checking, { type: "pause" })).toBe(checking);
  expect(nextUpload(checking, { type: "end" }).kind).toBe("none");
});

test("a refusal keeps the file's name and its code", () => {
  const refused = after(start, {
    type: "refuse",
    name: "allegati.rar",
    code: "file_type_not_allowed",
  });
  expect(refused).toEqual({ kind: "refused", name: "allegati.rar", code: "file_type_not_allowed" });
});

test("after a pause the same file resumes at its last byte", () => {
  const paused = after(start, { type: "progress", sent: 47 * MB, at: 1000 }, { type: "pause" });
  expect(paused).toMatchObject({ kind: "paused", sent: 47 * MB });
  expect(nextUpload(paused, { type: "progress", sent: 48 * MB, at: 1100 })).toBe(paused);
  expect(nextUpload(paused, { ...start, at: 5000 })).toMatchObject({
    kind: "rising",
    sent: 47 * MB,
  });
});

test("a lost connection is not a failure: the next byte resumes", () => {
  const offline = after(
    start,
    { type: "progress", sent: 10 * MB, at: 1000 },
    {
      type: "lose",
      isServer: false,
    },
  );
  expect(offline).toMatchObject({ kind: "offline", sent: 10 * MB });
  expect(nextUpload(offline, { type: "progress", sent: 11 * MB, at: 9000 }).kind).toBe("rising");
});

test("an unfinished upload of an earlier visit is shown only when no upload is running", () => {
  const found: UploadEvent = { type: "find", name: "a.pdf", sent: 5, total: 10 };
  expect(after(found)).toEqual({ kind: "interrupted", name: "a.pdf", sent: 5, total: 10 });
  expect(after(start, found).kind).toBe("rising");
  expect(after(found, { ...start, name: "b.pdf" })).toMatchObject({ kind: "rising", sent: 0 });
});

test("a late event does not restart a canceled upload", () => {
  const ended = after(start, { type: "end" });
  expect(nextUpload(ended, { type: "progress", sent: 5, at: 1 })).toBe(ended);
  expect(nextUpload(ended, { type: "fail", code: "unavailable" })).toBe(ended);
});

test("the percentage is never 100 before the last byte", () => {
  expect(percentOf({ sent: 999, total: 1000 })).toBe(99);
  expect(percentOf({ sent: 0, total: 0 })).toBe(0);
});

test("a busy server is not shown as a lost connection", () => {
  const busy = after(start, { type: "lose", isServer: true });
  expect([busy.kind, shownKind(busy)]).toEqual(["offline", "busy"]);
  expect(shownKind(after(start, { type: "lose", isServer: false }))).toBe("offline");
});
