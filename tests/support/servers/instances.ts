import { afterAll, vi } from "vitest";
import type { Backend } from "@/backend/app";
import { CALLER_ADDRESS, type testBackend } from "./backend";

/**
 * Starts one of several instances with a test's database and files. The instance runs as in production, with scheduled
 * jobs and emails, and loads its own copy of all modules.
 *
 * @param whenDone registers the function that stops the instance; each instance uses a dozen database connections
 */
export async function openNode(
  { deps }: Pick<Awaited<ReturnType<typeof testBackend>>, "deps">,
  env: Record<string, string> = {},
  whenDone: (close: () => Promise<void>) => void = afterAll,
) {
  vi.resetModules();
  const { openBackend } = await import("@/backend/app");
  const { DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET, FILES_DIR } = deps.config;
  const own = { DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET, FILES_DIR };
  const node = openBackend({ ...own, LOG_LEVEL: "silent", TRUSTED_HOPS: "1", ...env });
  whenDone(node.close);

  async function api(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: unknown } = {},
  ) {
    const response = await (node.backend as Backend).fetch(
      new Request(`${SITE_URL}/wp-json/${path}`, {
        method,
        headers: {
          "X-Forwarded-For": CALLER_ADDRESS,
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    const json: any = await response.json().catch(() => undefined);
    return { status: response.status, json };
  }

  return { ...node, api };
}
