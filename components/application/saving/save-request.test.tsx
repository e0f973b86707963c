import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { ApiError } from "@/lib/api/error";
import { projectQuery } from "@/lib/api/query";
import { valuesOf } from "@/lib/draft/project-form";
import { saveModel } from "@/tests/support/people/save-model";
import { projectServer } from "./save-request";

const user = {
  id: "1",
  email: "giulia@example.org",
  first_name: "Giulia",
  last_name: "Ferraro",
  has_password: true,
  has_app: false,
  roles: ["applicant" as const],
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const EMPTY = saveModel().read();
const { queryKey } = projectQuery("it");

/** Returns the connection of the application's draft to a fake back end that answers every save with `response`. */
function serverThat(response: (request: Request) => Response | Promise<Response>) {
  vi.stubGlobal("fetch", async (request: Request) => response(request));
  const queries = new QueryClient();
  queries.setQueryData(queryKey, EMPTY);
  const reload = vi.fn(async () => ({ ...EMPTY, projectVersion: 9 }));
  const server = projectServer({ queries, answer: EMPTY, user, locale: "it", reload });
  return { server, queries, reload };
}

const values = { ...valuesOf(EMPTY_PROJECT), nome: "Filò" };
const request = { version: 0, explicit: false, values };
const report = {
  status: "partial",
  progress: 6,
  projectVersion: 1,
  projectSavedAt: "2026-08-20T10:00:00.000Z",
};

test("a save without a response times out with an unknown result", async () => {
  vi.useFakeTimers();
  // Web Crypto calculates the hash outside the fake timers, so the test removes Web Crypto.
  vi.stubGlobal("crypto", {});
  const silence = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
  const { server } = serverThat(silence);
  const outcome = server.send(values, request).catch((error: unknown) => error);
  let ended = false;
  void outcome.then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toMatchObject({ code: "unavailable", status: 503 });
});

test("a stored save updates every component that shows the application, once", async () => {
  const { server, queries } = serverThat(() => Response.json(report));
  const word = await server.send({ nome: "Filò" }, request);
  expect(word).toEqual({ values, version: 1, savedAt: report.projectSavedAt });
  expect(queries.getQueryData(queryKey)).toMatchObject({ projectVersion: 1, project: values });
  expect(server.word()).toEqual(word);
});

test("a response older than the cached application changes nothing", async () => {
  const { server, queries } = serverThat(() => Response.json(report));
  const newer = { ...EMPTY, projectVersion: 4, project: { ...EMPTY_PROJECT, nome: "Filò due" } };
  queries.setQueryData(queryKey, newer);
  await server.send({ nome: "Filò" }, request);
  expect(queries.getQueryData(queryKey)).toEqual(newer);
});

test("a version conflict returns the stored application, or refetches it", async () => {
  const current = { ...EMPTY, projectVersion: 3 };
  const { server, queries, reload } = serverThat(() =>
    Response.json(
      { code: "version_conflict", message: "", data: { status: 412, current } },
      { status: 412 },
    ),
  );
  const refusal = await server.send({ nome: "Filò" }, request).catch((error) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(await server.refused(refusal)).toMatchObject({ version: 3 });
  expect(queries.getQueryData(queryKey)).toEqual(current);
  expect(reload).not.toHaveBeenCalled();
  expect(await server.refused(new ApiError("version_conflict", 412))).toMatchObject({ version: 9 });
});

test("every save sends the user and the application's hash; only an explicit save pushes to the data layer", async () => {
  const bodies: Record<string, unknown>[] = [];
  const { server } = serverThat(async (sent) => {
    bodies.push((await sent.json()) as Record<string, unknown>);
    return Response.json({ ...report, projectVersion: bodies.length });
  });
  window.dataLayer = [];
  await server.send({ nome: "Filò" }, request);
  expect(window.dataLayer).toEqual([]);
  await server.send(values, { ...request, version: 1, explicit: true });
  const [quiet, explicit] = bodies;
  expect(quiet).toMatchObject({ nome: "Filò", user: { email: user.email } });
  expect(quiet?.event_id).toMatch(/^[0-9a-f]{64}$/);
  expect(explicit?.event_id).toBe(quiet?.event_id);
  expect(window.dataLayer).toMatchObject([{ event_id: explicit?.event_id }]);
});
