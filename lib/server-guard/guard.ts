/*
 * The guard in front of Next is the only code that changes Node's HTTP server:
 *
 * - It handles a request with `Upgrade` as a normal request. Next leaves upgraded sockets open, and Node no longer
 * times them out. A few thousand such sockets would block all new connections until a restart.
 * - It answers TRACE with 405 and an invalid target (`*`) with 400, both with the usual headers. Next answers 500
 * without headers.
 * - It keeps the status 405, 416, or 412 for a wrong method, range, or precondition of a file. Next looks for an error
 * page that does not exist and returns 500 (vercel/next.js#92141).
 * - It does not read bodies sent to pages, because Next would keep up to 10 MB in memory. Forms of browsers without
 * scripts are allowed: they are small and declare their length.
 * - It reduces an absolute request target, as sent to a proxy, to its path. Next would redirect a request for
 * `http://other.example/page` to that host, and a cache could store the redirect.
 * - It prevents caches from keeping a 404, and declares the type and charset of every body that Next sends.
 * - It passes calls that change data directly to the gateway. Next's routing and its copies of request and response took
 * half of the processor time of a save (reports/performance.md).
 * - It sends prerendered pages from kept bytes unless Next compresses them, and answers 304 for a page that the client
 * already has (page-bytes.ts).
 * - It adds the headers that depend on the configuration (HSTS, noindex) to every response. A build fixes the headers
 * in next.config.ts (docs/decisions/0036).
 *
 * The guard also passes the address of the connection's peer to the back end (docs/decisions/0017) and counts the
 * responses (lib/telemetry).
 *
 * README.md gives the reasons. `npm run dev` runs without the guard, because hot reload uses a web socket.
 */
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { PEER_HEADER, PROXIED } from "@/contract/peer";
import { PRIVATE_HEADERS } from "../api/failure";
import { throughGateway } from "../api/session/gateway";
import { config } from "../config";
import { SECURITY_HEADERS } from "../security-headers";
import { serverTime } from "../server-time";
import { measureAnswer, watchProcess } from "../telemetry/site-metrics";
import { isDraining } from "./drain";
import { pageStatus, sendPageBytes } from "./page-bytes";

/** All HTTP methods that at least one path of the site supports. */
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Error statuses that Next sets although it has no page for them. */
const WITHOUT_PAGE = [400, 405, 412, 416];

/**
 * Milliseconds by which this machine's clock must differ from the database's clock before responses get the database's
 * time in the Date header.
 */
const OWN_TIME = 500;

type Emit = (this: Server, event: string | symbol, ...args: unknown[]) => boolean;

/** Paths of requests whose body size the guard does not limit. The handlers of these paths apply their own limits. */
const TAKES_BODIES = /^\/+(?:api|wp-json)(?:[/?]|$)/;
/** Maximum bytes of a form sent to a page. The reverse proxy has the same limit (deploy/nginx/front.conf). */
const FORM_MAX = 65_536;

type Refusal = 400 | 405 | 411 | 413;

/** Returns the status that rejects a request before Next handles it. Null for an allowed request. */
function refusal({ method, url = "", headers }: IncomingMessage): Refusal | null {
  if (method === "TRACE") return 405;
  const path = url.startsWith("/") ? url : URL.parse(url)?.pathname;
  if (!path?.startsWith("/")) return 400;
  if (TAKES_BODIES.test(path)) return null;
  if (headers["transfer-encoding"] !== undefined) return 411;
  return Number(headers["content-length"] ?? 0) > FORM_MAX ? 413 : null;
}

/** Methods of calls that change data, such as a save or a part of an upload. Next refuses all other unsafe methods. */
const WRITES = ["POST", "PUT", "PATCH", "DELETE"];

const changesData = ({ method = "", url = "" }: IncomingMessage): boolean =>
  WRITES.includes(method) && url.startsWith("/wp-json/");

let passToGateway: ReturnType<typeof getRequestListener> | null = null;

/**
 * From now on, the guard passes calls that change data directly to the gateway. Call this function once the back end is
 * ready: Next holds earlier requests until then. With traces, all calls stay with Next, which creates their spans.
 */
export function passWrites(gateway: (request: Request) => Promise<Response> = throughGateway) {
  if (config.traces.endpoint !== undefined) return;
  passToGateway = getRequestListener((request) => gateway(request), {
    overrideGlobalObjects: false,
  });
}

/** Removes the host from an absolute request target, because this server serves only one site. */
function dropHost(request: IncomingMessage): void {
  const { url = "" } = request;
  if (url.startsWith("/")) return;
  const { pathname, search } = new URL(url);
  // Keep only one leading slash, because browsers and caches read a path with two leading slashes as another host.
  request.url = pathname.replace(/^\/+/, "/") + search;
}

function refuse(status: Refusal, answer: ServerResponse): void {
  for (const { key, value } of SECURITY_HEADERS) answer.setHeader(key, value);
  for (const [key, value] of Object.entries(PRIVATE_HEADERS)) answer.setHeader(key, value);
  if (status === 405) answer.setHeader("Allow", METHODS);
  // Close the connection, because the server does not read the request body.
  answer.setHeader("Connection", "close");
  answer.writeHead(status).end();
}

/** Keeps a client error status that Next would turn into a server error. */
function keepStatus(answer: ServerResponse): void {
  let status = answer.statusCode;
  Object.defineProperty(answer, "statusCode", {
    get: () => status,
    set(next: number) {
      const lost = next === 500 && WITHOUT_PAGE.includes(status) && !answer.headersSent;
      if (lost) answer.end();
      else status = next;
    },
  });
}

/**
 * Adjusts the response headers. Prevents caching of 404s: Next allows it for a year, so a file missing during a
 * deployment would stay missing. Closes connections during shutdown. Sends the programme's time as Date if the
 * machine's clock differs.
 */
function finishHead(request: IncomingMessage, answer: ServerResponse): void {
  const writeHead = answer.writeHead;
  answer.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    const kept = String(this.getHeader("Cache-Control") ?? "");
    if (given[0] === 404 && kept.includes("s-maxage")) {
      this.setHeader("Cache-Control", "public, max-age=0, must-revalidate");
    }
    sayType(this, Number(given[0]));
    given[0] = pageStatus(request, this, Number(given[0]));
    const now = serverTime.now();
    if (Math.abs(now.getTime() - Date.now()) >= OWN_TIME) this.setHeader("Date", now.toUTCString());
    if (isDraining()) this.setHeader("Connection", "close");
    return writeHead.apply(this, given as Parameters<typeof writeHead>);
  } as typeof writeHead;
}

/**
 * Sets the content type of Next's redirects and refusals, and the charset of all text responses. All texts are UTF-8.
 */
function sayType(answer: ServerResponse, status: number): void {
  const type = String(answer.getHeader("Content-Type") ?? "");
  if (type === "" && status > 300 && status !== 304) {
    answer.setHeader("Content-Type", "text/plain; charset=utf-8");
  } else if (/^(text\/[\w-]+|[\w/.-]+[/+]xml)$/.test(type)) {
    answer.setHeader("Content-Type", `${type}; charset=utf-8`);
  }
}

/**
 * Records the address of the connection's peer, or PROXIED if a proxy forwarded the request. Must run before Next adds
 * the peer's address to X-Forwarded-For.
 */
function markPeer(request: IncomingMessage): void {
  const { headers, socket } = request;
  setHeader(
    request,
    PEER_HEADER,
    headers["x-forwarded-for"] ? PROXIED : (socket.remoteAddress ?? ""),
  );
}

/**
 * Replaces a header of a request, also in the raw headers, which @hono/node-server reads if the request's body is a
 * stream.
 */
function setHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string): void {
  headers[name] = value;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  rawHeaders.push(name, value);
}

/**
 * Closes sockets whose upgrade requests arrived before the guard was installed, because Next listens before it loads
 * this module. Only the list of open handles contains these sockets.
 */
function endUpgraded(): void {
  const { _getActiveHandles: handles } = process as { _getActiveHandles?: () => unknown[] };
  for (const handle of handles?.call(process) ?? []) {
    const { server, parser } = handle as { server?: unknown; parser?: unknown };
    if (handle instanceof Socket && server instanceof Server && !parser) handle.destroy();
  }
}

/** Installs the guard on every HTTP server of this process. */
export function guardServer(): void {
  const emit = Server.prototype.emit as Emit;
  const guarded: Emit = function (event, ...args) {
    // Remove the upgrade listeners. Without these listeners, Node handles an upgrade request as a normal request.
    if (event === "connection") this.removeAllListeners("upgrade");
    // The connection was opened before the guard was installed, so Node has already passed its socket to the upgrade
    // listener. Close the socket, because Node no longer times it out.
    if (event === "upgrade") {
      (args[1] as Socket).destroy();
      return true;
    }
    if (event === "request") {
      const [request, answer] = args as [IncomingMessage, ServerResponse];
      measureAnswer(request, answer);
      for (const { key, value } of config.siteHeaders) answer.setHeader(key, value);
      const status = refusal(request);
      if (status !== null) {
        refuse(status, answer);
        return true;
      }
      dropHost(request);
      markPeer(request);
      finishHead(request, answer);
      if (passToGateway && changesData(request)) {
        // Like Next, name the peer as client if no proxy named one.
        const { headers, socket } = request;
        if (!headers["x-forwarded-for"])
          setHeader(request, "x-forwarded-for", socket.remoteAddress ?? "");
        for (const { key, value } of SECURITY_HEADERS) answer.setHeader(key, value);
        void passToGateway(request, answer);
        return true;
      }
      keepStatus(answer);
      sendPageBytes(request, answer);
    }
    return emit.call(this, event, ...args);
  };
  Server.prototype.emit = guarded;
  watchProcess();
  endUpgraded();
}
