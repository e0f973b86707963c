import { QueryClient } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api/error";
import { PROJECT_FORM, snapshotOf } from "@/lib/draft/project-form";
import { heldIn } from "@/lib/draft/server";
import { createDraft } from "@/lib/draft/store";
import { saveModel } from "@/tests/support/people/save-model";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { SaveBar } from "../saving/save-bar";
import { LeaveGuard } from "./leave-guard";

const place = vi.hoisted(() => ({ path: "/dashboard/project/idea", push: vi.fn() }));
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => place.path,
  useRouter: () => ({ push: place.push }),
}));

const NEXT = "/dashboard/project/challenge";

/** Renders the first step with its draft, its save bar, and the link to the next step, over a fake server. */
function page() {
  const model = saveModel();
  const held = heldIn(new QueryClient(), { queryKey: ["p"] }, snapshotOf, model.read());
  const server = { fails: null as ApiError | null, slow: 0, saved: [] as unknown[] };
  const draft = createDraft(PROJECT_FORM, {
    server: {
      ...held,
      async send(body, { version }) {
        if (server.slow) await new Promise((resolve) => setTimeout(resolve, server.slow));
        if (server.fails) throw server.fails;
        server.saved.push(body);
        model.save(body as never, version);
        return held.put(() => model.read());
      },
      refused: async () => snapshotOf(model.read()),
    },
    onSaved: () => {},
    copy: { read: () => [], write: () => {} },
  });
  const uploads = { subscribe: () => () => {}, snapshot: () => NONE, stopAll: () => {} };
  const application = { draft, uploads, closed: null, answer: model.read() };
  renderWithWords(
    <ApplicationContext value={application as unknown as Application}>
      <LeaveGuard />
      <input id="field-idea" aria-label={"idea"} />
      <a href={NEXT}>Avanti</a>
      <SaveBar>{null}</SaveBar>
    </ApplicationContext>,
  );
  return { draft, server };
}
const NONE = {};

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const next = () => act(async () => screen.getByText("Avanti").click());
const dialog = () => screen.queryByRole("dialog");

beforeEach(() => {
  vi.useFakeTimers();
  place.push.mockClear();
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  window.history.replaceState(null, "", "/dashboard/project/idea");
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("leaving a step before the autosave saves immediately and asks nothing", async () => {
  const { draft, server } = page();
  act(() => draft.change({ nome: "Filò" }));
  await next();
  await pass(0);
  expect(server.saved).toEqual([{ nome: "Filò" }]);
  expect(dialog()).toBeNull();
  expect(place.push).toHaveBeenCalledExactlyOnceWith(NEXT);
});

test("a save that takes longer than two seconds does not block navigation inside the area", async () => {
  const { draft, server } = page();
  server.slow = 10_000;
  act(() => draft.change({ nome: "Filò" }));
  await next();
  await pass(1900);
  expect(place.push).not.toHaveBeenCalled();
  await pass(200);
  expect(place.push).toHaveBeenCalledOnce();
  expect(dialog()).toBeNull();
});

test("leaving lists a text that is too long with its excess, and leads back to it", async () => {
  const { draft, server } = page();
  act(() => draft.change({ nome: "Filò", idea: "x".repeat(3520) }));
  await next();
  await pass(0);
  expect(place.push).not.toHaveBeenCalled();
  expect(server.saved).toEqual([{ nome: "Filò" }]);
  expect(dialog()?.textContent).toContain("L’idea, con parole tue: 520 caratteri di troppo");
  expect(screen.queryByText("Salva e continua")).toBeNull();
  await act(async () => screen.getByText("Torna al campo").click());
  await pass(50);
  expect(dialog()).toBeNull();
  expect(document.activeElement?.id).toBe("field-idea");
});

test("leaving anyway keeps the text, and the save bar links to its field", async () => {
  const { draft } = page();
  act(() => draft.change({ idea: "x".repeat(3520) }));
  await next();
  await pass(0);
  await act(async () => screen.getByText("Continua, il testo resta in questo browser").click());
  expect(place.push).toHaveBeenCalledOnce();
  const link = screen.getByRole("link", { name: /L’idea.*520 caratteri di troppo/ });
  expect(link.getAttribute("href")).toBe("/dashboard/project/idea#field-idea");
});

test("offline, the dialog offers to stay or leave, and the text is saved later", async () => {
  vi.stubGlobal("navigator", { ...window.navigator, onLine: false, userAgent: "jsdom" });
  const { draft, server } = page();
  server.fails = new ApiError("network", 0);
  act(() => draft.change({ nome: "Filò" }));
  await next();
  await pass(0);
  expect(dialog()?.textContent).toContain("Non c’è connessione");
  expect(screen.queryByText("Salva e continua")).toBeNull();
  expect(screen.getByText("Resta qui")).toBeDefined();
  await act(async () => screen.getByText(/^Continua/).click());
  expect(place.push).toHaveBeenCalledOnce();
  server.fails = null;
  await pass(10_000);
  expect(server.saved).toEqual([{ nome: "Filò" }]);
});

test("a restored connection saves the text and continues the navigation while the dialog is open", async () => {
  const { draft, server } = page();
  server.fails = new ApiError("network", 0);
  act(() => draft.change({ nome: "Filò" }));
  await next();
  await pass(0);
  expect(dialog()).not.toBeNull();
  server.fails = null;
  await pass(10_000);
  expect(server.saved).toEqual([{ nome: "Filò" }]);
  expect(dialog()).toBeNull();
  expect(place.push).toHaveBeenCalledExactlyOnceWith(NEXT);
});

test("during a service problem, the dialog offers to retry the save", async () => {
  const { draft, server } = page();
  server.fails = new ApiError("unavailable", 503);
  act(() => draft.change({ nome: "Filò" }));
  await next();
  await pass(0);
  server.fails = null;
  await act(async () => screen.getByText("Salva e continua").click());
  await pass(0);
  expect(server.saved).toEqual([{ nome: "Filò" }]);
  expect(place.push).toHaveBeenCalledOnce();
});
