import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCommandWith } from "@/backend/commands/run/run-command";
import { CONTENT } from "@/backend/commands/tables/content";
import { runPreviewLinks } from "@/backend/content/preview-links";
import { previewLinks } from "@/backend/db/schema/preview-links";
import type { PreviewLinksRequest } from "@/contract/content/preview-links";
import { testDatabase } from "./support/servers/database";

/*
 * Tests the editors' command for preview links. It calls the site over HTTP, and the site stores the links in the back
 * end's database.
 */

const PREVIEW_SECRET = "p".repeat(40);
const { db } = await testDatabase();
const backend = { isDown: false };
vi.mock("@/lib/api/transport", async (original) => ({
  ...(await original<object>()),
  askPreviewLinks: async (asked: PreviewLinksRequest) => {
    if (backend.isDown) throw new Error("down");
    return runPreviewLinks(db, new Date(), asked);
  },
}));

vi.stubEnv("PREVIEW_SECRET", PREVIEW_SECRET);
vi.stubEnv("REVALIDATE_SECRET", "r".repeat(40));
vi.stubEnv("CONTENT_CREDENTIALS", "editor:secret");
vi.stubEnv("SITE_URL", "https://www.example.org");
const { answerEditor } = await import("@/lib/content/editors");
const { previewOf } = await import("@/lib/content/preview/preview-ticket");
const server = createServer(
  getRequestListener((request) => answerEditor(request, "links"), { overrideGlobalObjects: false }),
);
beforeAll(async () => {
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  vi.stubEnv("SITE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
});

async function content(...args: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runCommandWith(CONTENT, { args, print, complain: print });
  return { code, text: lines.join("\n") };
}

test("the command creates, lists and revokes preview links", async () => {
  const made = await content(
    "preview-link",
    "posts",
    "due-minuti",
    "--lang",
    "en",
    "--hours",
    "72",
  );
  expect(made).toMatchObject({ code: 0 });
  const link = Object.fromEntries(new URL(made.text).searchParams);
  expect(await previewOf(link)).toMatchObject({ type: "posts", slug: "due-minuti", lang: "en" });
  const left = Number(link.expires) - Date.now() / 1000;
  expect(Math.abs(left - 72 * 3600)).toBeLessThan(60);
  const list = await content("preview-links");
  expect(list.text).toContain(`${link.id}  en/posts/due-minuti  until `);
  expect(list.text).toMatch(/by command$/);
  expect(await content("revoke-preview", link.id ?? "")).toEqual({
    code: 0,
    text: "Revoked preview links: 1.",
  });
  expect((await content("revoke-preview", link.id ?? "")).code).toBe(1);
  await content("preview-link", "posts", "due-minuti");
  await content("preview-link", "events", "due-rive");
  expect((await content("revoke-preview", "--all")).text).toBe("Revoked preview links: 2.");
  expect(await db.select().from(previewLinks)).toEqual([]);
});

test.each([
  [["preview-link", "posts", "due-minuti", "--hours", "169"], 2, "hours"],
  [["preview-link", "posts", "a/b"], 2, "SLUG"],
  [["preview-link", "pages", "nowhere"], 1, "no such text"],
  [["preview-link", "posts", "due-minutti"], 1, "no such text"],
  [["revoke-preview"], 2, "--all"],
  [["revoke-preview", "x"], 2, "ID"],
])("the command explains what is wrong with %j", async (args, code, text) => {
  const answer = await content(...args);
  expect(answer.code).toBe(code);
  expect(answer.text).toContain(text);
  expect(await db.select().from(previewLinks)).toEqual([]);
});

test("the command reports another secret, and a back end that is down", async () => {
  vi.stubEnv("PREVIEW_SECRET", "r".repeat(40));
  expect((await content("preview-links")).text).toContain("refuses PREVIEW_SECRET");
  vi.stubEnv("PREVIEW_SECRET", PREVIEW_SECRET);
  vi.spyOn(console, "error").mockImplementation(() => {});
  backend.isDown = true;
  expect((await content("preview-links")).text).toContain("answered 503");
  backend.isDown = false;
});
