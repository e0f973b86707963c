import { afterAll, vi } from "vitest";
import type { Backend } from "@/backend/app";
import { CALLER_ADDRESS, type testBackend } from "./backend";

/**
 * One of several nodes over the database and files of a test: the back end as it runs in production, jobs and mails
 * included, with modules of its own, as another process has them.
 *
 * @param whenDone when it ends: each node takes a dozen of the server's connections
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
