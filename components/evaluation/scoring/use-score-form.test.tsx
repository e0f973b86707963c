import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Evaluation, ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { NO_SCORES } from "@/contract/evaluation/weights";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { projectForEvaluationQuery } from "@/lib/api/evaluation-query";
import { inLanguages } from "@/tests/support/in-languages";
import { withWords } from "@/tests/support/render";
import { useScoreForm } from "./use-score-form";

const FIRST: Evaluation = {
  scores: { ...NO_SCORES, impact: 5 },
  note: "",
  total: null,
  version: 1,
  outdated: false,
  recusal: null,
};

/** Fake server: its stored evaluation, the received requests, and whether the server is offline. */
const server = {
  stored: FIRST,
  sent: [] as { body: unknown; version: string | null }[],
  off: false,
  /** The number of the project's current submission. */
  number: "2026-000001",
};

async function answer(request: Request): Promise<Response> {
  if (server.off) throw new TypeError("no connection");
  const body = await request.json();
  const { read, ...given } = body;
  const version = request.headers.get("If-Match");
  server.sent.push({ body, version });
  const current = server.stored;
  if (version !== null && version !== String(current.version)) {
    const data = { status: 412, current };
    return Response.json({ code: "version_conflict", message: "", data }, { status: 412 });
  }
  const scores = { ...current.scores, ...body.scores };
  const outdated = read === undefined ? current.outdated : read !== server.number;
  server.stored = { ...current, ...given, outdated, scores, version: current.version + 1 };
  return Response.json(server.stored);
}

/** Changes the evaluation on the fake server, as another browser window would. */
function elsewhere(changes: Partial<Evaluation>) {
  server.stored = { ...server.stored, ...changes, version: server.stored.version + 1 };
}

const roundOf = (number: number) => ({
  ...{ number, names: inLanguages("Lettura", "Reading"), stage: "semifinalist" as const },
  ...{ opens: null, closes: null, weight: null, final: false },
});

function openSheet(closed = false, round?: number) {
  const client = new QueryClient();
  const evaluated: ProjectForEvaluation = {
    id: "p1",
    number: "2026-000001",
    edition: 2026,
    hints: [],
    sent_at: "2026-08-20T10:00:00.000Z",
    project: EMPTY_PROJECT,
    language: "it",
    evaluation: server.stored,
    sent_again: false,
    before: {},
    renditions: {},
    closed,
    closed_at: null,
    scoring: "open",
    evaluationOpensAt: null,
    evaluationDeadlineAt: null,
    ...(round !== undefined && { round: roundOf(round) }),
  };
  const { queryKey } = projectForEvaluationQuery("it", "p1", round);
  client.setQueryData(queryKey, evaluated);
  const wrapper = ({ children }: { children: ReactNode }) =>
    withWords(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
  const { result, unmount } = renderHook(() => useScoreForm(evaluated, "u1"), { wrapper });
  const cached = () => client.getQueryData(queryKey);
  const isStale = () => client.getQueryState(queryKey)?.isInvalidated;
  /** Replaces the cached project, as a newer answer of the server would. */
  const put = (change: Partial<ProjectForEvaluation>) =>
    act(() => void client.setQueryData(queryKey, { ...evaluated, ...change }));
  return { sheet: () => result.current, cached, isStale, put, unmount };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answer);
  window.sessionStorage.clear();
  Object.assign(server, { stored: FIRST, sent: [], off: false, number: "2026-000001" });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("only changed scores are sent, with their base version, and other components receive them", async () => {
  const { sheet, cached } = openSheet();
  act(() => sheet().setScore("utility", 7));
  act(() => sheet().writeNote("Bene"));
  expect(sheet()).toMatchObject({ scores: { utility: 7 }, state: { kind: "waiting" } });
  await pass(1500);
  expect(server.sent).toEqual([
    { body: { scores: { utility: 7 }, read: "2026-000001", note: "Bene" }, version: "1" },
  ]);
  expect(sheet().state.kind).toBe("saved");
  expect(cached()?.evaluation).toEqual(server.stored);
  expect(window.sessionStorage).toHaveLength(0);
});

test("a change of another window opens a conflict before it is overwritten", async () => {
  const { sheet } = openSheet();
  elsewhere({ scores: { ...FIRST.scores, impact: 1 } });
  act(() => sheet().writeNote("mia"));
  await pass(1500);
  expect(sheet()).toMatchObject({ conflict: true, note: "mia", scores: { impact: 1 } });
  expect(sheet().state).toMatchObject({ kind: "failed", error: { code: "version_conflict" } });
  await act(async () => expect(await sheet().flush()).toBe(false));
  expect(server.stored.note).toBe("");
  act(() => sheet().keepMine());
  await pass(0);
  expect(sheet()).toMatchObject({ conflict: false, state: { kind: "saved" } });
  expect(server.stored).toMatchObject({ note: "mia", scores: { impact: 1 } });
});

test("taking the other window's version discards all local changes", async () => {
  const { sheet } = openSheet();
  elsewhere({ note: "sua" });
  act(() => sheet().writeNote("mia"));
  act(() => sheet().setScore("utility", 7));
  await pass(1500);
  act(() => sheet().takeTheirs());
  await pass(2000);
  expect(sheet()).toMatchObject({ conflict: false, note: "sua", state: { kind: "idle" } });
  expect(sheet().scores.utility).toBeNull();
  expect(server.stored.version).toBe(2);
});

test("a save whose response was lost causes no conflict with itself", async () => {
  const { sheet } = openSheet();
  vi.stubGlobal("fetch", async (request: Request) => {
    await answer(request);
    throw new TypeError("cut off");
  });
  act(() => sheet().setScore("utility", 7));
  await pass(1500);
  expect(sheet().state.kind).toBe("failed");
  vi.stubGlobal("fetch", answer);
  act(() => sheet().writeNote("e poi"));
  await pass(1500);
  expect(sheet()).toMatchObject({ conflict: false, state: { kind: "saved" } });
  expect(server.stored).toMatchObject({ note: "e poi", scores: { utility: 7 } });
});

test('a save without a response does not stay "saving" for minutes', async () => {
  vi.stubGlobal(
    "fetch",
    ({ signal }: Request) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  const { sheet } = openSheet();
  act(() => sheet().setScore("utility", 7));
  await pass(1500 + 19_000);
  expect(sheet().state.kind).toBe("saving");
  await pass(1000);
  expect(sheet().state).toMatchObject({ kind: "failed", error: { code: "unavailable" } });
});

test("unsaved scores return after a reload and ask before replacing another window's scores", async () => {
  server.off = true;
  const before = openSheet();
  act(() => before.sheet().writeNote("in treno"));
  await pass(1500);
  expect(before.sheet().state.kind).toBe("failed");
  // A reload ends the page without warning, so only the tab's session storage survives.
  const kept = { ...window.sessionStorage };
  cleanup();
  vi.clearAllTimers();
  server.off = false;

  Object.assign(window.sessionStorage, kept);
  const same = openSheet();
  expect(same.sheet().note).toBe("in treno");
  elsewhere({ scores: { ...FIRST.scores, impact: 1 } });
  cleanup();
  vi.clearAllTimers();
  Object.assign(window.sessionStorage, kept);
  const other = openSheet();
  expect(other.sheet()).toMatchObject({ conflict: true, note: "in treno" });
});

test("client navigation saves immediately", async () => {
  const { sheet, unmount } = openSheet();
  act(() => sheet().setScore("utility", 7));
  unmount();
  await pass(0);
  expect(server.stored.scores.utility).toBe(7);
  expect(window.sessionStorage).toHaveLength(0);
});

test("a closed form restores nothing and stores nothing", async () => {
  server.off = true;
  const { sheet } = openSheet();
  act(() => sheet().writeNote("troppo tardi"));
  await pass(1500);
  const kept = { ...window.sessionStorage };
  cleanup();
  vi.clearAllTimers();
  Object.assign(window.sessionStorage, kept);
  expect(openSheet(true).sheet().note).toBe("");
  expect(window.sessionStorage).toHaveLength(0);
});

test("keeping the scores saves pending changes, then sends the shown version", async () => {
  server.stored = { ...FIRST, outdated: true };
  const { sheet, cached } = openSheet();
  act(() => sheet().writeNote("Regge ancora"));
  await act(() => sheet().letStand());
  expect(server.sent).toEqual([
    { body: { scores: {}, note: "Regge ancora" }, version: "1" },
    { body: { read: "2026-000001" }, version: null },
  ]);
  expect(cached()).toMatchObject({ sent_again: false, evaluation: { outdated: false } });
});

test("a project resubmitted while its form is open is refetched at the next save", async () => {
  const { sheet, cached, isStale } = openSheet();
  server.number = "2026-000002";
  act(() => sheet().setScore("utility", 7));
  await pass(1500);
  expect(cached()).toMatchObject({ sent_again: true, evaluation: { outdated: true } });
  expect(isStale()).toBe(true);
});

test("a form names the round that it was opened for in each save", async () => {
  const { sheet } = openSheet(false, 2);
  act(() => sheet().setScore("utility", 7));
  await pass(1500);
  act(() => sheet().writeNote("e poi"));
  await act(() => sheet().letStand());
  expect(server.sent.map(({ body }) => (body as { round?: number }).round)).toEqual([2, 2, 2]);
});

test("a form that was open before there were rounds writes into the first one and ignores the next one", async () => {
  vi.stubGlobal("fetch", async (request: Request) => {
    const { round } = await request.clone().json();
    if (round !== undefined) return answer(request);
    const data = { status: 422, fields: { round: "required" } };
    return Response.json({ code: "invalid_fields", message: "", data }, { status: 422 });
  });
  const { sheet, put } = openSheet();
  const scores = { ...NO_SCORES, impact: 9, utility: 9 };
  put({ round: roundOf(2), evaluation: { ...FIRST, scores, version: 4 } });
  expect(sheet().scores).toEqual(FIRST.scores);
  act(() => sheet().setScore("utility", 7));
  await pass(1500);
  expect(sheet().state.kind).toBe("saved");
  expect(server.sent).toEqual([
    { body: { round: 1, scores: { utility: 7 }, read: "2026-000001" }, version: "1" },
  ]);
});

test("unsaved text of one round never appears in another one", async () => {
  server.off = true;
  const before = openSheet(false, 1);
  act(() => before.sheet().writeNote("della prima"));
  await pass(1500);
  const kept = { ...window.sessionStorage };
  const reopen = (round: number) => {
    cleanup();
    vi.clearAllTimers();
    Object.assign(window.sessionStorage, kept);
    return openSheet(false, round).sheet().note;
  };
  expect(reopen(2)).toBe("");
  expect(reopen(1)).toBe("della prima");
});
