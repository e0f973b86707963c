import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import fc from "fast-check";
import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SignInAgain } from "@/components/submission/sign-in-again";
import type { Evaluation, ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { CRITERIA, type Criterion, NO_SCORES, weightedTotal } from "@/contract/evaluation/weights";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { meQuery } from "@/lib/api/query";
import { runs } from "@/tests/support/attack";
import { renderWithWords } from "@/tests/support/render";
import { CRITERION_SHORTCUTS } from "../scoring/shortcuts/score-shortcuts";
import { EvaluationPages } from "./evaluation-pages";

vi.setConfig({ testTimeout: 120_000 });

const IDS = ["p1", "p2", "p3"] as const;
const addressOf = (id: string) => `/dashboard/evaluation/${id}`;

/** Fake router of Next.js. The page follows the URL with a delay, as in the browser. */
const router = vi.hoisted(() => ({
  listeners: new Set<() => void>(),
  shown: "",
  delay: 0,
  push: () => undefined,
  replace: () => undefined,
  prefetch: () => undefined,
  follow() {
    const { pathname } = window.location;
    setTimeout(() => {
      router.shown = pathname;
      for (const listener of router.listeners) listener();
    }, router.delay);
  },
}));

vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () =>
    useSyncExternalStore(
      (listener) => {
        router.listeners.add(listener);
        return () => void router.listeners.delete(listener);
      },
      () => router.shown,
    ),
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => router,
}));

/** Fake server: what it stores, and whether it answers late or not at all. */
const server = {
  stored: new Map<string, Evaluation>(),
  delay: 0,
  off: false,
  saves: [] as { id: string; version: string | null }[],
};

/** Waits for a number of milliseconds. Rejects if the request is aborted first. */
function later(ms: number, { signal }: Request) {
  return new Promise<void>((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

function projectOf(id: string): ProjectForEvaluation {
  return {
    id,
    number: `2026-${id}`,
    edition: 2026,
    hints: [],
    sent_at: "2026-08-20T10:00:00.000Z",
    project: { ...EMPTY_PROJECT, nome: id },
    language: "it",
    evaluation: server.stored.get(id) ?? null,
    sent_again: false,
    before: {},
    renditions: {},
    closed: false,
    closed_at: null,
    scoring: "open",
    evaluationOpensAt: null,
    evaluationDeadlineAt: null,
  };
}

async function respond(request: Request): Promise<Response> {
  const { off } = server;
  await later(server.delay, request);
  if (off) throw new TypeError("no connection");
  const { pathname, searchParams } = new URL(request.url);
  const [, id = "", part] = /projects\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const name = (at: number) => {
    const other = IDS[at];
    return other ? { id: other, nome: other } : null;
  };
  if (id === "next") {
    const from = IDS.indexOf(searchParams.get("after") as "p1");
    return Response.json({ project: name((from + 1) % IDS.length), remaining: 2 });
  }
  const place = IDS.indexOf(id as "p1");
  if (part === "neighbours") {
    const counts = { total: 3, scored: 0, partial: 0, recused: 0, sent_again: 0 };
    const around = { previous: name(place - 1), next: name(place + 1), filtered: true, counts };
    return Response.json({ place: place + 1, total: 3, ...around });
  }
  if (part === "evaluation") return save(id, request);
  return Response.json(projectOf(id));
}

async function save(id: string, request: Request): Promise<Response> {
  const current = projectOf(id).evaluation;
  const version = request.headers.get("If-Match");
  server.saves.push({ id, version });
  if (version !== String(current?.version ?? 0)) {
    const data = { status: 412, current };
    return Response.json({ code: "version_conflict", message: "", data }, { status: 412 });
  }
  const body = await request.json();
  const scores = { ...(current?.scores ?? NO_SCORES), ...body.scores };
  const stored = {
    scores,
    note: body.note ?? current?.note ?? "",
    total: weightedTotal(scores),
    version: (current?.version ?? 0) + 1,
    outdated: false,
    recusal: null,
  };
  server.stored.set(id, stored);
  return Response.json(stored);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const heading = () => document.querySelector("h1")?.textContent ?? null;
const isLeaving = () => /Apertura (del|di)/.test(document.body.textContent ?? "");
const litNow = () =>
  (document.querySelector<HTMLElement>("[data-lit]")?.dataset.criterion ??
    null) as Criterion | null;

/** Sets the time at which an event was created. The browser can deliver the event later. */
function madeAt<E extends Event>(event: E, at: number): E {
  Object.defineProperty(event, "timeStamp", { value: at });
  return event;
}

/** Presses a key that the browser delivers `late` ms later. */
async function press(key: string, late = 0) {
  const at = performance.now();
  if (late > 0) await pass(late);
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  act(() => {
    (document.activeElement ?? document.body).dispatchEvent(madeAt(event, at));
  });
}

async function type(keys: string) {
  for (const key of keys) await press(key);
}

async function clickOn(criterion: Criterion, score: number) {
  const row = document.querySelector(`[data-criterion="${criterion}"]`);
  const place = row?.querySelectorAll("input")[score];
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  if (place) fireEvent(place, madeAt(event, performance.now()));
}

/** Changes the URL as the browser's back and forward buttons do. */
function traverse(id: string) {
  window.history.replaceState({}, "", addressOf(id));
  act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
}

async function openFirst() {
  window.history.replaceState({}, "", addressOf("p1"));
  router.shown = window.location.pathname;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(meQuery("it").queryKey, { id: "u1" } as never);
  client.setQueryDefaults(meQuery("it").queryKey, { staleTime: Number.POSITIVE_INFINITY });
  renderWithWords(
    <QueryClientProvider client={client}>
      <SignInAgain>
        <EvaluationPages programme="Slancio" />
      </SignInAgain>
    </QueryClientProvider>,
  );
  await pass(server.delay + 500);
  expect(heading()).toBe("p1");
}

/** Restores the connection of the fake server, and waits until no request is pending. */
async function settle() {
  Object.assign(server, { delay: 0, off: false });
  router.delay = 0;
  await pass(60_000);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", respond);
  window.scrollTo = () => undefined;
  const { pushState } = History.prototype;
  window.history.pushState = (...given) => {
    pushState.apply(window.history, given);
    router.follow();
  };
  window.addEventListener("popstate", router.follow);
  begin();
});
afterEach(() => {
  cleanup();
  window.removeEventListener("popstate", router.follow);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function begin() {
  window.sessionStorage.clear();
  Object.assign(server, { stored: new Map(), delay: 0, off: false, saves: [] });
  Object.assign(router, { delay: 0 });
}

const scoresOf = (id: string) => server.stored.get(id)?.scores ?? NO_SCORES;
const ALL_FIVE = { impact: 5, utility: 5, feasibility: 5, scalability: 5, innovation: 5 };

test("keys pressed just after leaving a project change no score, and the next form shows their number", async () => {
  await openFirst();
  await type("i5u5f5s5v5");
  Object.assign(server, { delay: 400 });
  router.delay = 300;
  await press("n");
  expect(isLeaving()).toBe(true);
  await type("i9u9");
  await clickOn("impact", 9);
  await pass(500);
  await type("f9s9v9z");
  await settle();
  expect(heading()).toBe("p2");
  expect(scoresOf("p1")).toEqual(ALL_FIVE);
  expect(scoresOf("p2")).toEqual(NO_SCORES);
  screen.getByText("11 tasti premuti fra due progetti non contano");
});

test("the browser's title names the project on screen", async () => {
  await openFirst();
  expect(document.title).toBe("p1, valutazione · Slancio");
  await press("n");
  await settle();
  expect([heading(), document.title]).toEqual(["p2", "p2, valutazione · Slancio"]);
  traverse("p1");
  await settle();
  expect(document.title).toBe("p1, valutazione · Slancio");
});

test("a key that the browser delivers late does not affect a later project", async () => {
  await openFirst();
  await press("n");
  const pressedAt = performance.now();
  await pass(100);
  expect(heading()).toBe("p2");
  for (const key of ["i", "9", "n"]) {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    act(() => void document.body.dispatchEvent(madeAt(event, pressedAt)));
  }
  await settle();
  expect(heading()).toBe("p2");
  expect(scoresOf("p2")).toEqual(NO_SCORES);
  screen.getByText("2 tasti premuti fra due progetti non contano");
});

test.each(["n", "j"])(
  "a score form that %s cannot leave accepts scores again and says so",
  async (key) => {
    await openFirst();
    await type("i5");
    await pass(2_000);
    Object.assign(server, { off: true, delay: 400 });
    await press(key);
    await pass(10);
    const lockedAt = performance.now();
    await type("i9");
    await pass(1_000);
    Object.assign(server, { off: false, delay: 0 });
    expect(heading()).toBe("p1");
    expect(isLeaving()).toBe(false);
    // A busy browser delivers keys that were pressed while the form was locked.
    for (const key of ["f", "8"]) {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      act(() => void document.body.dispatchEvent(madeAt(event, lockedAt)));
    }
    await type("u7");
    await settle();
    expect(scoresOf("p1")).toEqual({ ...NO_SCORES, impact: 5, utility: 7 });
  },
);

test("a server that never answers unlocks the score form again", async () => {
  await openFirst();
  server.delay = 3_600_000;
  await press("n");
  await pass(19_000);
  expect(isLeaving()).toBe(true);
  await pass(2_000);
  expect(isLeaving()).toBe(false);
  expect(heading()).toBe("p1");
});

test("browser back while the next project loads opens only the previous page", async () => {
  await openFirst();
  await press("j");
  await pass(100);
  expect(heading()).toBe("p2");
  server.delay = 500;
  await press("n");
  await pass(100);
  traverse("p1");
  await type("i9");
  await settle();
  expect(heading()).toBe("p1");
  expect(window.location.pathname).toBe(addressOf("p1"));
  expect([...server.stored]).toEqual([]);
});

test("a second press of the key skips no project", async () => {
  await openFirst();
  server.delay = 200;
  await press("j");
  await press("j");
  await settle();
  expect(heading()).toBe("p2");
});

test("the next project offers to undo the last change, with the version of that change", async () => {
  await openFirst();
  await type("i5u5f5s5v5");
  await press("n");
  await settle();
  expect(screen.getByText(/^Ultima modifica:/).textContent).toBe(
    "Ultima modifica: p1 incompleto → 50,0. Annulla",
  );
  await press("k");
  await settle();
  await type("i9u9f9s9v9");
  await press("n");
  await settle();
  const line = screen.getByText(/^Ultima modifica:/);
  expect(line.textContent).toBe("Ultima modifica: p1 50,0 → 90,0. Annulla");
  const { version } = server.stored.get("p1") as Evaluation;
  fireEvent.click(screen.getByRole("button", { name: "Annulla" }));
  await settle();
  expect(scoresOf("p1")).toEqual(ALL_FIVE);
  expect(server.saves.at(-1)).toEqual({ id: "p1", version: String(version) });
  expect(line.textContent).toBe("Ultima modifica: p1 90,0 → 50,0. Annulla");
  expect(scoresOf("p2")).toEqual(NO_SCORES);
});

test("a score changed elsewhere cannot be undone and stays", async () => {
  await openFirst();
  await type("i5");
  await press("n");
  await settle();
  const current = server.stored.get("p1") as Evaluation;
  const scores = { ...NO_SCORES, impact: 2 };
  server.stored.set("p1", { ...current, scores, version: current.version + 1 });
  fireEvent.click(screen.getByRole("button", { name: "Annulla" }));
  await settle();
  expect(scoresOf("p1").impact).toBe(2);
  expect(screen.queryByText(/^Ultima modifica:/)).toBeNull();
});

const key = fc.constantFrom(..."iufsv0123456789xznjk".split(""));
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ key, late: fc.constantFrom(0, 0, 0, 40, 300) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      click: fc.constantFrom(...CRITERIA.map(({ id }) => id)),
      score: fc.integer({ min: 0, max: 10 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ wait: fc.integer({ min: 0, max: 2_500 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      answers: fc.integer({ min: 0, max: 1_500 }),
      route: fc.integer({ min: 0, max: 700 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ off: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ back: fc.constantFrom(...IDS) }) },
);

test("with any keys and delays, only the project visible at the key press changes", async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 5, maxLength: 30 }),
    async (steps) => {
      begin();
      try {
        await openFirst();
        /**
         * The scores that the server is allowed to store. Keys pressed after the evaluator has requested the next
         * project give no score, so they add no entry.
         */
        const given = new Set<string>();
        const note = (criterion: Criterion | null, score: number) => {
          if (criterion && !isLeaving()) given.add(`${heading()} ${criterion} ${score}`);
        };
        for (const step of steps) {
          // Fake timers would give two events the same time. Advance the time, because real events never have the same
          // time.
          await pass(1);
          if ("key" in step) {
            const score = step.key === "x" ? 10 : Number.parseInt(step.key, 10);
            if (!Number.isNaN(score)) note(litNow(), score);
            await press(step.key, step.late);
          } else if ("click" in step) {
            note(step.click, step.score);
            await clickOn(step.click, step.score);
          } else if ("wait" in step) await pass(step.wait);
          else if ("answers" in step) {
            server.delay = step.answers;
            router.delay = step.route;
          } else if ("off" in step) server.off = step.off;
          else if (window.location.pathname !== addressOf(step.back)) traverse(step.back);
        }
        await settle();
        for (const id of IDS) {
          for (const [criterion, score] of Object.entries(scoresOf(id))) {
            if (score !== null) expect([...given]).toContain(`${id} ${criterion} ${score}`);
          }
        }
      } finally {
        // If a run fails, fast-check repeats the test with shorter sequences of keys. Remove everything that the failed
        // run left behind.
        cleanup();
        vi.clearAllTimers();
      }
    },
  );
  // On a slow machine, the time limit reduces the number of random runs.
  await fc.assert(property, { ...runs(10), interruptAfterTimeLimit: 15_000 });
});

test("every keyboard shortcut is covered by this test", () => {
  expect("iufsv").toBe(CRITERIA.map(({ id }) => CRITERION_SHORTCUTS[id]).join(""));
});
