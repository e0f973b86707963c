import { randomFillSync } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpResponse } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { uploads } from "@/backend/db/schema/applications";
import { UPLOAD_MAX_BYTES } from "@/contract/project/uploads";
import { createUploads } from "@/lib/uploads/uploads";
import { frontMissing, startFront } from "../../scripts/testing/proxy.mjs";
import { testFolder } from "../support/folder";
import { heavyVideo, video } from "../support/made-files/files";
import { testBackend } from "../support/servers/backend";
import { testNodes } from "../support/servers/instance-process";
import { testS3 } from "../support/servers/s3";
import { ask } from "./ask";

/* Tests uploads with the site's own client through a real nginx, to two instances that share one storage bucket. */

const missing = frontMissing();
if (missing) console.warn(`\n  SKIPPED: ${missing}\n`);

type Send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Blob | null,
) => Promise<HttpResponse>;

const net = vi.hoisted(() => ({ send: null as Send | null }));

vi.mock("tus-js-client", async () => {
  // Load the tus client's browser build, because Node would resolve the build for Node.
  const path = "../../node_modules/tus-js-client/lib.esm/browser/index.js";
  const tus = (await import(path)) as typeof import("tus-js-client");
  class DefaultHttpStack {
    createRequest(method: string, address: string) {
      const headers: Record<string, string> = {};
      return {
        getMethod: () => method,
        getURL: () => address,
        setHeader: (name: string, value: string) => void Object.assign(headers, { [name]: value }),
        getHeader: (name: string) => headers[name],
        setProgressHandler: () => {},
        abort: async () => {},
        getUnderlyingObject: () => null,
        send: (body: Blob | null = null) =>
          net.send!(method, new URL(address).pathname, headers, body),
      };
    }
    getName = () => "the front";
  }
  return { ...tus, DefaultHttpStack };
});

// Turn off the browser's check of files, because it needs a video player. Only the server checks the file.
vi.mock("@/lib/uploads/look-into", () => ({ lookInto: async () => null }));

const MEGABYTE = 1024 * 1024;
const CLIP = video("clip.mp4").length;
const bytes = heavyVideo(UPLOAD_MAX_BYTES - CLIP);
// Fill the video's padding with random bytes, so that misplaced bytes change the content. Any bytes after the padding's
// first 8 are valid.
randomFillSync(bytes, CLIP + 8);
const file = new File([new Uint8Array(bytes)], "filo.mp4", { type: "video/mp4" });

/** Returns the part of the browser's storage API that the tus client uses. */
function storage() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe.skipIf(missing)("an unattended upload of 100 MB", async () => {
  if (missing) return;
  const s3 = await testS3();
  const bench = await testBackend({ now: new Date(), env: s3.env });
  const { db, deps, makeUser, makeEdition } = bench;
  const startNode = testNodes();
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  const own = [await testFolder("node-a"), await testFolder("node-b")];
  let nodes: Awaited<ReturnType<typeof startNode>>[];
  let front: Awaited<ReturnType<typeof startFront>>;

  beforeAll(async () => {
    const [now, hour] = [Date.now(), 3_600_000];
    const dates = { opensAt: new Date(now - hour), closesAt: new Date(now + hour) };
    await makeEdition({ year: new Date().getUTCFullYear(), ...dates });
    const start = (UPLOADS_DIR: string) => startNode(deps.config, { ...s3.env, UPLOADS_DIR });
    nodes = await Promise.all(own.map(start));
    front = await startFront({ folder, nodes: nodes.map(({ address }) => address) });
    const localStorage = storage();
    vi.stubGlobal("localStorage", localStorage);
    const location = { origin: `https://localhost:${front.https}` };
    vi.stubGlobal("window", { location, localStorage });
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await front?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * Creates an applicant and starts an upload. `ended` waits until the upload is complete. It returns all states that
   * the upload had, and whether the stored file equals the uploaded file.
   */
  async function applicant() {
    const { id: userId, token } = await makeUser();
    const cookie = `device=device-of-${userId}`;
    const authorization = `Bearer ${token}`;
    net.send = async (method, path, headers, body) => {
      const part = body ? Buffer.from(await body.arrayBuffer()) : undefined;
      const length = { "Content-Length": String(part?.length ?? 0) };
      const options = { method, headers: { ...headers, ...length, cookie, authorization } };
      const answer = await ask(front, path, part ? { ...options, body: part } : options);
      return {
        getStatus: () => answer.status,
        getHeader: (name) => answer.headers[name.toLowerCase()],
        getBody: () => answer.body,
        getUnderlyingObject: () => null,
      };
    };
    const read = async () => {
      const answer = await ask(front, "/wp-json/wp/v2/project", { headers: { authorization } });
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      return JSON.parse(answer.body);
    };
    const uploading = createUploads({ userId, locale: "it", reload: read, onSignedOut: () => {} });
    const state = () => uploading.snapshot().video;
    const seen = new Set<string>();
    uploading.subscribe(() => void seen.add(state().kind));
    await uploading.choose("video", file);
    /** Resolves when the server has received a share of the file's bytes. */
    const arrived = (share: number) =>
      vi.waitUntil(
        () => {
          const now = state();
          return "sent" in now && now.sent >= share * bytes.length;
        },
        { timeout: 60_000, interval: 5 },
      );
    async function ended() {
      await vi.waitUntil(() => state().kind === "none", { timeout: 90_000, interval: 50 });
      const { id } = (await read()).project.video;
      const path = `/wp-json/wp/v2/project/files/${id}`;
      const got = await ask(front, path, { headers: { authorization } });
      return { seen, same: Buffer.from(got.body, "latin1").equals(bytes) };
    }
    return { arrived, ended, state };
  }

  /** Returns the bytes of unfinished uploads on each instance. */
  const held = () =>
    own.map((path) =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce((all, entry) => all + statSync(join(entry.parentPath, entry.name)).size, 0),
    );

  test("an upload waits while the bucket is unavailable before its last byte, and then completes", async () => {
    const { arrived, ended, state } = await applicant();
    await arrived(0.5);
    await s3.turn("closed");
    await vi.waitUntil(() => state().kind === "offline", { timeout: 60_000 });
    expect(await deps.store.works().catch(() => false)).toBe(false);
    await s3.turn("open");
    const { seen, same } = await ended();
    expect(same).toBe(true);
    expect([...seen]).not.toContain("refused");
  }, 200_000);

  test("an upload whose instance is killed half-way starts again on the other one with the same bytes", async () => {
    const { arrived, ended } = await applicant();
    await arrived(0.5);
    const at = held().findIndex((size) => size > MEGABYTE);
    expect(at).toBeGreaterThanOrEqual(0);
    const begun = await db.$count(uploads);
    nodes[at]?.child.kill("SIGKILL");
    const { seen, same } = await ended();
    expect(same).toBe(true);
    expect([...seen]).not.toContain("refused");
    expect(seen).toContain("offline");
    expect(await db.$count(uploads)).toBe(begun + 1);
  }, 200_000);
});
