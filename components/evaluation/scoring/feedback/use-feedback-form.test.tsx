import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Feedback } from "@/contract/evaluation/feedback";
import { feedbackQuery } from "@/lib/api/evaluation-query";
import { withWords } from "@/tests/support/render";
import { useFeedbackForm } from "./use-feedback-form";

const FIRST: Feedback = {
  ...{ text: "", language: "it", reasons: [], version: 0 },
  ...{ open: true, question: null },
};

/** Fake server: its stored text, the received requests, and whether the server is offline. */
const server = { stored: FIRST, sent: [] as { path: string; body: object }[], off: false };

async function answer(request: Request): Promise<Response> {
  if (server.off) throw new TypeError("no connection");
  const body = await request.json();
  server.sent.push({ path: new URL(request.url).pathname, body });
  const current = server.stored;
  if (request.headers.get("If-Match") !== String(current.version)) {
    const data = { status: 412, current };
    return Response.json({ code: "version_conflict", message: "", data }, { status: 412 });
  }
  const { round: _, ...given } = body;
  server.stored = { ...current, ...given, version: current.version + 1 };
  return Response.json(server.stored);
}

function openForm(id = "p1", isLeft = () => false, round = 2) {
  const client = new QueryClient();
  client.setQueryData(feedbackQuery("it", id, round).queryKey, server.stored);
  const wrapper = ({ children }: { children: ReactNode }) =>
    withWords(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
  const about = { id, round };
  const stored = server.stored;
  const { result, unmount } = renderHook(() => useFeedbackForm(about, stored, "u1", isLeft), {
    wrapper,
  });
  return { form: () => result.current, unmount };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answer);
  window.sessionStorage.clear();
  Object.assign(server, { stored: FIRST, sent: [], off: false });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a text is saved to its own project and round while the evaluator types", async () => {
  const { form } = openForm();
  act(() => form().write({ text: "Bene" }));
  act(() => form().write({ reasons: ["strong.impact.people"] }));
  await pass(1500);
  const body = { text: "Bene", reasons: ["strong.impact.people"], round: 2 };
  expect(server.sent).toEqual([{ path: expect.stringContaining("projects/p1/feedback"), body }]);
  expect(form().state.kind).toBe("saved");
});

test("input after the evaluator left reaches no project", async () => {
  let left = false;
  const { form } = openForm("p1", () => left);
  left = true;
  act(() => form().write({ text: "Per il prossimo" }));
  await pass(5000);
  expect(server.sent).toEqual([]);
  expect(form().values.text).toBe("");
});

test("a text that could not be saved stays in the tab and returns for the same project only", async () => {
  server.off = true;
  const first = openForm();
  act(() => first.form().write({ text: "Senza rete" }));
  await pass(1500);
  expect(first.form().state.kind).toBe("failed");
  expect(await act(() => first.form().flush())).toBe(false);
  first.unmount();
  expect(openForm("p2").form().values.text).toBe("");
  const again = openForm();
  expect(again.form().values.text).toBe("Senza rete");
  server.off = false;
  await act(() => again.form().flush());
  expect(server.stored.text).toBe("Senza rete");
});

test("an unsaved text of one round never appears in another one", async () => {
  server.off = true;
  const first = openForm("p1", undefined, 1);
  act(() => first.form().write({ text: "Della prima" }));
  await pass(1500);
  first.unmount();
  const second = openForm("p1", undefined, 2);
  expect(second.form().values.text).toBe("");
  second.unmount();
  expect(openForm("p1", undefined, 1).form().values.text).toBe("Della prima");
});

test("a change in another window asks, and overwrites nothing by itself", async () => {
  const { form } = openForm();
  server.stored = { ...FIRST, text: "Altra finestra", version: 1 };
  act(() => form().write({ text: "Questa finestra" }));
  await pass(1500);
  expect(form().conflict).toBe(true);
  expect(server.stored.text).toBe("Altra finestra");
  act(() => form().takeTheirs());
  await pass(1500);
  expect(form()).toMatchObject({ conflict: false, values: { text: "Altra finestra" } });
});
