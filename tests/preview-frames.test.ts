import { NextRequest } from "next/server";
import { expect, test, vi } from "vitest";
import { previewQuery } from "@/contract/content/preview";

/* Tests previews in the middleware when WordPress has a separate origin. */

const secret = "p".repeat(40);
vi.stubEnv("PREVIEW_SECRET", secret);
vi.stubEnv("CONTENT_API_URL", "https://wp.example/blog");
const { default: middleware } = await import("@/middleware");
const { ticketOf } = await import("@/lib/content/preview/preview-ticket");
const { outdateLinkChecks, watchPreviewLinks } = await import("@/lib/middleware/preview-links");

const id = "0b0f3c53-3c4f-4f0e-9a8e-0d6b0a6f9d11";
const item = {
  ...({ type: "posts", slug: "bozza", lang: "it", id } as const),
  expires: Math.floor(Date.now() / 1000) + 86_400,
};
const query = await previewQuery(item, secret);
const ticket = ticketOf(item, query.get("signature") ?? "");

async function go(path: string, answers: () => Promise<boolean>) {
  outdateLinkChecks();
  watchPreviewLinks(answers);
  const headers = { Cookie: `preview=${ticket}; __prerender_bypass=x` };
  const { status, headers: given } = await middleware(
    new NextRequest(`http://localhost:3000${path}`, { headers }),
  );
  const location = given.get("location")?.replace("http://localhost:3000", "");
  return { status, location, policy: given.get("content-security-policy") ?? "" };
}

test("a valid link's page can be in a frame of the WordPress only, and other pages in none", async () => {
  const { status, policy } = await go("/magazine/bozza", async () => true);
  expect(status).toBe(200);
  expect(policy).toMatch(/frame-ancestors https:\/\/wp\.example$/);
  const other = await go("/login", async () => true);
  expect(other.policy).toContain("frame-ancestors 'none'");
});

test.each([
  ["revoked", async () => false],
  ["impossible to check", async () => Promise.reject(new Error("down"))],
])("a link that is %s leads back to the link, which explains it", async (_, answers) => {
  const { status, location } = await go("/magazine/bozza", answers);
  expect(status).toBe(307);
  const { pathname, searchParams } = new URL(location ?? "", "http://x");
  expect(pathname).toBe("/api/preview");
  expect(Object.fromEntries(searchParams)).toEqual(Object.fromEntries(query));
});
