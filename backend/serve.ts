import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { collectDefaultMetrics, Registry } from "prom-client";
import { INVALIDATIONS_PATH, PREVIEW_LINKS_PATH, SITE_KEY_HEADER } from "@/contract/peer";
import { openBackend } from "./app";
import { Failure } from "./http/failure";

/*
 * Runs the back end as a separate process (`npm run backend`). The site's WP_API_URL is the address of this process.
 * Only the site can call the back end, with BACKEND_SECRET. Therefore the back end trusts the client addresses that the
 * site forwards (docs/decisions/0017).
 */

/** Maximum milliseconds after SIGTERM to finish the responses in progress. */
const ANSWERS = 20_000;
/** Maximum milliseconds for an instance of the site to invalidate its pages. */
const PATIENCE = 30_000;

const opened = openBackend();
const { backend, config, log, metrics, publishInvalidation, followInvalidations, close } = opened;
const { BACKEND_SECRET: secret, METRICS_TOKEN: token } = config;
if (!secret)
  throw new Error("The back end's configuration is wrong:\n  BACKEND_SECRET: is missing");

const own = new Registry();
collectDefaultMetrics({ register: own });

function isSame(given: string | null, wanted: string): boolean {
  const [one, other] = [given ?? "", wanted].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return timingSafeEqual(one as Buffer, other as Buffer);
}

async function answer(request: Request): Promise<Response> {
  const { headers, method } = request;
  const { pathname } = new URL(request.url);
  if (pathname === "/health")
    return backend.fetch(new Request(new URL("/wp-json/health", request.url)));
  if (pathname === "/metrics") {
    if (!token || !isSame(headers.get("authorization"), `Bearer ${token}`))
      return new Failure("not_found").toResponse();
    return new Response(`${await own.metrics()}\n${await metrics()}`);
  }
  if (!isSame(headers.get(SITE_KEY_HEADER), secret as string)) {
    log.warn("refused a request without the right BACKEND_SECRET");
    return new Failure("forbidden_origin").toResponse();
  }
  if (pathname === `/${PREVIEW_LINKS_PATH}` && method === "POST")
    return Response.json(await opened.previewLinks(await request.json()));
  if (pathname !== `/${INVALIDATIONS_PATH}` || method !== "POST") return backend.fetch(request);
  await publishInvalidation(await request.text());
  return new Response(null, { status: 204 });
}

/** Requests one instance of the site to invalidate its pages with the given tags. */
async function invalidate(site: string, tags: readonly string[]): Promise<void> {
  const url = `${site.replace(/\/+$/, "")}/api/revalidate`;
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", [SITE_KEY_HEADER]: secret as string },
    body: JSON.stringify({ tags }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}

const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false }));

async function stop(): Promise<void> {
  setInterval(() => server.closeIdleConnections(), 200);
  setTimeout(() => server.closeAllConnections(), ANSWERS);
  server.close();
  await once(server, "close");
  await close();
  process.exit();
}
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);

server.listen(config.BACKEND_PORT, config.BACKEND_HOST);
await once(server, "listening");
log.info({ address: server.address() }, "the back end listens");
for (const site of config.SITE_INSTANCES ?? [config.SITE_URL])
  void followInvalidations((tags) => invalidate(site, tags));
