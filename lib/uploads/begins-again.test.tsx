import type { HttpResponse } from "tus-js-client";
import { beforeEach, expect, test, vi } from "vitest";
import { createUploads } from "./uploads";

// Tests when an upload must restart from the first byte and when it must resume. Uses the real tus client with fake
// responses.

type Answer = { status: number; headers?: Record<string, string>; text?: string };
type Server = (method: string, path: string, body: Blob | null, at: number) => Answer;

const net = vi.hoisted(() => ({ answer: null as Server | null }));

vi.mock("tus-js-client", async () => {
  // Load the tus client's browser build, because Node would resolve the build for Node.
  const path = "../../node_modules/tus-js-client/lib.esm/browser/index.js";
  const tus = (await import(path)) as typeof import("tus-js-client");
  class DefaultHttpStack {
    createRequest(method: string, address: string) {
      const sent: Record<string, string> = {};
      return {
        getMethod: () => method,
        getURL: () => address,
        setHeader: (name: string, value: string) => void Object.assign(sent, { [name]: value }),
        getHeader: (name: string) => sent[name],
        setProgressHandler: () => {},
        abort: async () => {},
        getUnderlyingObject: () => null,
        send: async (body: Blob | null = null): Promise<HttpResponse> => {
          const at = Number(sent["Upload-Offset"] ?? 0);
          const {
            status,
            headers = {},
            text = "",
          } = net.answer!(method, new URL(address).pathname, body, at);
          return {
            getStatus: () => status,
            getHeader: (name: string) => headers[name],
            getBody: () => text,
            getUnderlyingObject: () => null,
          };
        },
      };
    }
    getName = () => "answers of the test";
  }
  return { ...tus, DefaultHttpStack };
});

const FILES = "/wp-json/wp/v2/project/files";
const logo = new File([new Uint8Array(5_000_000)], "logo.png", { type: "image/png" });
const session = { isOver: false };

/**
 * Simulates a server for the tus upload protocol. If `refuse` returns a status for a request, the server responds with
 * that status and `text`.
 */
function serve(refuse: (method: string, path: string, at: number) => number | null, text = "") {
  const offsets = new Map<string, number>();
  const asked: string[] = [];
  net.answer = (method, path, body, at) => {
    asked.push(method);
    const status = refuse(method, path, at);
    if (status) return { status, text };
    if (method === "POST") {
      const location = `${FILES}/${offsets.size + 1}`;
      offsets.set(location, 0);
      return { status: 201, headers: { Location: location } };
    }
    if (method === "PATCH") offsets.set(path, at + (body?.size ?? 0));
    const headers = { "Upload-Offset": `${offsets.get(path)}`, "Upload-Length": `${logo.size}` };
    return { status: method === "PATCH" ? 204 : 200, headers };
  };
  const whole = () => [...offsets].find(([, offset]) => offset === logo.size)?.[0];
  const uploads = createUploads({
    userId: "one",
    locale: "it",
    reload: async () =>
      ({ project: { logo: { id: whole()?.split("/").at(-1) } } }) as unknown as never,
    onSignedOut: () => {
      session.isOver = true;
    },
  });
  const count = (method: string) => asked.filter((one) => one === method).length;
  return { uploads, count, whole, state: () => uploads.snapshot().logo };
}

beforeEach(() => {
  localStorage.clear();
  session.isOver = false;
});

test("an upload whose instance no longer exists starts over automatically and completes", async () => {
  const gone = new Set<string>();
  const { uploads, count, whole, state } = serve((method, path, at) => {
    if (method === "PATCH" && at > 0 && path === `${FILES}/1`) gone.add(path);
    return gone.has(path) ? 404 : null;
  });
  const seen = new Set<string>();
  uploads.subscribe(() => void seen.add(state().kind));
  await uploads.choose("logo", logo);
  await vi.waitFor(() => expect(state().kind).toBe("none"), { timeout: 10_000 });
  expect(whole()).toBe(`${FILES}/2`);
  expect(count("POST")).toBe(2);
  expect(seen).toContain("offline");
  expect([...seen]).not.toContain("refused");
});

test("an upload resumes without repeated bytes after a server temporarily fails to report its offset", async () => {
  let troubles = 0;
  const { uploads, count, state } = serve((method, _, at) => {
    if (method === "PATCH" && at === 0) return null;
    if (method === "POST" || troubles >= 2) return null;
    troubles += 1;
    return 503;
  });
  await uploads.choose("logo", logo);
  await vi.waitFor(() => expect(state().kind).toBe("none"), { timeout: 15_000 });
  expect(troubles).toBe(2);
  expect(count("POST")).toBe(1);
}, 20_000);

test("an upload resumes without repeated bytes after the session ends and the user signs in again", async () => {
  let broken = true;
  const { uploads, count, state } = serve((method, _, at) => {
    if (!broken) return null;
    if (method === "PATCH" && at > 0) return 503;
    return method === "HEAD" ? 401 : null;
  });
  await uploads.choose("logo", logo);
  await vi.waitFor(() => expect(session.isOver).toBe(true), { timeout: 10_000 });
  broken = false;
  uploads.wakeAll();
  await vi.waitFor(() => expect(state().kind).toBe("none"), { timeout: 10_000 });
  expect(count("POST")).toBe(1);
}, 20_000);

test("in a browser without storage, files are sent and no earlier uploads are found", async () => {
  const path = "../../node_modules/tus-js-client/lib.esm/noopUrlStorage.js";
  const { default: NoopUrlStorage } = await import(path);
  const { defaultOptions } = await import("tus-js-client");
  const usual = defaultOptions.urlStorage;
  defaultOptions.urlStorage = new NoopUrlStorage();
  const { uploads, count, state } = serve(() => null);
  await uploads.findInterrupted();
  await uploads.choose("logo", logo);
  await vi.waitFor(() => expect(state().kind).toBe("none"), { timeout: 10_000 });
  expect(count("POST")).toBe(1);
  defaultOptions.urlStorage = usual;
});

test.each([
  ["at once", 0],
  ["after the first chunk", 1],
])(
  "a file that can no longer be read %s is refused and not treated as a lost connection",
  async (_, chunks) => {
    const { uploads, count, state } = serve(() => null);
    const changed = new File([new Uint8Array(5_000_000)], "logo.png", { type: "image/png" });
    let read = 0;
    changed.slice = (from, to) => {
      const part = logo.slice(from, to);
      const isGone = read++ >= chunks;
      if (isGone) part.arrayBuffer = () => Promise.reject(new DOMException("", "NotReadableError"));
      return part;
    };
    const seen = new Set<string>();
    uploads.subscribe(() => void seen.add(state().kind));
    await uploads.choose("logo", changed);
    await vi.waitFor(
      () => expect(state()).toMatchObject({ kind: "refused", code: "file_changed" }),
      {
        timeout: 10_000,
      },
    );
    expect(seen).not.toContain("offline");
    expect(count("PATCH")).toBe(chunks);
    await uploads.choose("logo", logo);
    await vi.waitFor(() => expect(state()).toMatchObject({ kind: "none" }), { timeout: 10_000 });
    expect(count("POST")).toBe(2);
  },
);

test("a file that has become shorter is refused as changed", async () => {
  const { uploads, state } = serve(() => null);
  const shorter = new File([new Uint8Array(5_000_000)], "logo.png", { type: "image/png" });
  shorter.slice = () => logo.slice(0, 10);
  await uploads.choose("logo", shorter);
  await vi.waitFor(() => expect(state()).toMatchObject({ kind: "refused", code: "file_changed" }), {
    timeout: 10_000,
  });
});

test("a refusal contains the finding of the server's check", async () => {
  const file = { reason: "pixels", found: 51.9 };
  const body = { code: "file_unreadable", message: "", data: { status: 422, file } };
  const { uploads, state } = serve(
    (method) => (method === "PATCH" ? 422 : null),
    JSON.stringify(body),
  );
  await uploads.choose("logo", logo);
  await vi.waitFor(
    () =>
      expect(state()).toEqual({
        kind: "refused",
        name: "logo.png",
        code: "file_unreadable",
        ...file,
      }),
    { timeout: 10_000 },
  );
});
