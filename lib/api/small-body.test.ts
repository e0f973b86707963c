import { expect, test, vi } from "vitest";
import { SITE } from "@/tests/support/servers/gateway";
import { leavePreview } from "../content/preview/preview";
import { revalidate } from "../content/revalidate";
import { signIn } from "./session/sign-in";

const MEBIBYTE = 1_048_576;

/** Returns an endless request body, and a function that counts the bytes read from it. */
function endless() {
  let given = 0;
  let left = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 16_384;
      // End the endless body after 100 MiB. If the code under test reads the whole body, the test then fails instead of
      // hanging.
      if (given > 100 * MEBIBYTE) controller.close();
      else controller.enqueue(new Uint8Array(16_384).fill(97));
    },
    cancel() {
      left = true;
    },
  });
  return { body, given: () => given, left: () => left };
}

function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  return new Request(`${SITE}/api/${path}`, {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin", ...headers },
    body,
    duplex: "half",
  } as RequestInit);
}

const ROUTES = [
  ["session", (request: Request) => signIn(request)],
  ["revalidate", revalidate],
  ["preview", leavePreview],
] as const;

test.each(ROUTES)(
  "/api/%s reads a body up to its limit and closes the connection",
  async (path, route) => {
    const sent = endless();
    const answer = await route(post(path, sent.body));
    expect(answer?.status).toBe(413);
    expect(await answer?.json()).toMatchObject({ code: "too_large" });
    expect(answer?.headers.get("connection")).toBe("close");
    expect(sent.given()).toBeLessThan(MEBIBYTE / 4);
    expect(sent.left()).toBe(true);
  },
);

test.each(ROUTES)("/api/%s trusts a Content-Length that is too long", async (path, route) => {
  const sent = endless();
  const answer = await route(post(path, sent.body, { "Content-Length": "65537" }));
  expect(answer?.status).toBe(413);
  // A stream buffers up to 16,384 bytes before the first read.
  expect(sent.given()).toBeLessThanOrEqual(16_384);
});

test("a wrong secret in the header is refused before the body is read", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const sent = endless();
  const headers = { Authorization: "Bearer guessed", "Content-Length": "10" };
  expect((await revalidate(post("revalidate", sent.body, headers))).status).toBe(401);
  expect(sent.given()).toBeLessThanOrEqual(16_384);
  warn.mockRestore();
});

test("a client that aborts midway is not logged as a server failure", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error("aborted"));
    },
  });
  expect((await signIn(post("session", body))).status).toBe(400);
});
