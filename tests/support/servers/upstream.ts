import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/*
 * A fake instance for tests of the reverse proxy. It responds immediately with the product's headers and a text that
 * describes the request. Tests can calculate the right response without sending the request.
 */

export type Asked = { method: string; path: string; headers: IncomingHttpHeaders };
export type Answer = { status: number; headers: Record<string, string>; body: string };

const FINISHED = {
  "X-Accel-Expires": "1",
  "Cache-Control": "s-maxage=300, stale-while-revalidate=3300",
  Vary: "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch",
};
const PRIVATE = { "Cache-Control": "private, no-store" };
/** The request headers that change the content of a page. */
export const VARIES = FINISHED.Vary.split(", ");

function cookie(headers: IncomingHttpHeaders, name: string): string | null {
  return new RegExp(`(?:^|; )(?:__Host-)?${name}=([^;]*)`).exec(headers.cookie ?? "")?.[1] ?? null;
}

/** Returns the right response to a request. `gone` contains the paths of deleted pages. */
export function answerTo({ path, headers }: Asked, gone: ReadonlySet<string>): Answer {
  const user = cookie(headers, "access");
  const [place = ""] = path.split("?");
  const kind = VARIES.map((name) => headers[name] ?? "").join(" ");
  // Next responds with an empty body to every request with the header x-middleware-prefetch.
  const nothing = headers["x-middleware-prefetch"] !== undefined;
  const said = (status: number, more: Record<string, string>, words: string): Answer => ({
    status,
    headers: { "Content-Type": kind.startsWith("1") ? "text/x-component" : "text/html", ...more },
    body: nothing ? "{}" : `${words} ${kind}`,
  });
  if (place.startsWith("/_next/static/missing")) return said(404, FINISHED, "no such file");
  if (place.startsWith("/_next/static/")) {
    return said(200, { "Cache-Control": "public, max-age=31536000, immutable" }, `file ${place}`);
  }
  if (place.startsWith("/wp-json/")) return said(user ? 200 : 401, PRIVATE, `data of ${user}`);
  if (/^\/(en\/)?dashboard(\/|$)/.test(place)) {
    // While the back end is down, the site responds with a prerendered page that must not be cached.
    if (cookie(headers, "down")) return said(503, { ...FINISHED, ...PRIVATE }, "down");
    if (user) return said(200, PRIVATE, `dashboard of ${user}`);
    return said(307, { Location: "/login", ...PRIVATE }, "");
  }
  // Simulate a fault of the product: a personal response that is marked as cacheable. The proxy must not make this
  // fault worse by storing the response.
  if (place === "/marked") return said(200, { ...FINISHED, ...PRIVATE }, `marked for ${user}`);
  if (cookie(headers, "__prerender_bypass")) return said(200, PRIVATE, `draft of ${path}`);
  if (place === "/login" && user) return said(307, { Location: "/dashboard", ...PRIVATE }, "");
  if (place === "/" && cookie(headers, "locale") === "en") {
    return said(307, { Location: "/en", ...PRIVATE }, "");
  }
  if (gone.has(place)) return said(404, FINISHED, "not found");
  // A prerendered page ignores the query in its URL.
  return said(200, FINISHED, `page ${place}`);
}

/** Starts a fake instance on loopback. It counts requests and accepts uploads. */
export async function openUpstream() {
  const gone = new Set<string>();
  const seen: Asked[] = [];
  const bodies: { bytes: number; firstAt: number; endedAt: number; device: string | null }[] = [];
  const server = createServer((request, response) => {
    const asked = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
    };
    seen.push(asked);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return void receive(request).then(() => response.writeHead(204).end());
    }
    const { status, headers, body } = answerTo(asked, gone);
    response.writeHead(status, headers).end(body);
  });

  async function receive(request: IncomingMessage) {
    const device = cookie(request.headers, "device");
    const body = { bytes: 0, firstAt: 0, endedAt: 0, device };
    for await (const chunk of request) {
      if (body.firstAt === 0) body.firstAt = performance.now();
      body.bytes += chunk.length;
    }
    body.endedAt = performance.now();
    bodies.push(body);
  }

  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    gone,
    seen,
    bodies,
    again: () => listen(port),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
