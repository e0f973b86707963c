import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerOf } from "@/tests/support/people/answer";
import { renderWithWords } from "@/tests/support/render";
import { useFreshAnswer } from "./use-fresh-answer";

const ANSWER = answerOf({ projectVersion: 1 });
const ME = {
  id: "7",
  email: "ada@example.org",
  first_name: "Ada",
  last_name: "Riva",
  roles: ["applicant"],
  newsletter: false,
  privacy: true,
  interest: null,
  interests_modal_closed: true,
  language: "it",
  last_update: null,
  has_password: true,
  has_app: false,
  providers: [],
};

const reload = vi.fn(async () => undefined);
const isBusy = () => false;

function Page() {
  useFreshAnswer({ userId: ME.id, answer: ANSWER, reload, isBusy });
  return null;
}

beforeEach(() => {
  reload.mockClear();
  vi.useFakeTimers();
  vi.setSystemTime(new Date("2026-09-20T10:00:00Z"));
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const headers = { Date: new Date().toUTCString() };
    const address = input instanceof Request ? input.url : String(input);
    if (!address.includes("users/me")) return new Response(null, { status: 204, headers });
    return Response.json(ME, { headers });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test("a visible page refetches at intervals, because its deadline can move", async () => {
  renderWithWords(<Page />);
  await pass(60_000);
  expect(reload).not.toHaveBeenCalled();
  await pass(61_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await pass(120_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a hidden page does not refetch", async () => {
  const state = Object.getOwnPropertyDescriptor(Document.prototype, "visibilityState");
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  renderWithWords(<Page />);
  await pass(600_000);
  expect(reload).not.toHaveBeenCalled();
  Object.defineProperty(document, "visibilityState", { ...state, configurable: true });
});

test("at the deadline, the page refetches until the server confirms that the call is closed", async () => {
  vi.setSystemTime(new Date("2026-09-30T21:59:00Z"));
  renderWithWords(<Page />);
  await pass(50_000);
  expect(reload).not.toHaveBeenCalled();
  await pass(15_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
