/*
 * The one place where the project reaches into Node's HTTP server, in front of Next:
 *
 * - `Upgrade` is ignored, and the request answered as if it had not asked. Next listens for upgrades,
 *   leaves open what it does not handle, and Node no longer times such a socket out or closes it: a few
 *   thousand of them and the site accepts no connection until it is restarted.
 * - TRACE is a 405 and an invalid target (`*`) a 400, with the headers of every other response.
 *   Next answers them with a 500 and none.
 * - A wrong method, range or precondition for a file is the 405, 416 or 412 that Next finds it to be. Next
 *   then looks for a page to say so, which a site without `pages/` does not have, and says 500 instead
 *   (vercel/next.js#92141).
 *
 * - A body that no page takes is not read: Next keeps up to 10 MB of it in memory before the page is drawn. What a form sends
 *   before its script has come is small, and says how long it is.
 *
 * - A target that names a host, as one for a proxy does, is its path alone: Next sends whoever asks
 *   for `http://other.example/page` to that host, and a cache in between might keep that.
 * - A 404 is not kept by caches, and every body says what it is, in which charset.
 * - Headers that the configuration decides (HSTS, noindex) are on every answer: those that next.config.ts
 *   names are kept in the build (docs/decisions/0036).
 *
 * It also tells the back end whose connection a request came over (docs/decisions/0017), and counts the answers
 * (lib/measures).
 *
 * README.md says why. `npm run dev` runs without the guard: hot reload uses a web socket.
 */
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { PEER_HEADER, PROXIED } from "@/contract/peer";
import { PRIVATE_HEADERS } from "../api/failure";
import { config } from "../config";
import { measureAnswer, watchProcess } from "../measures/site-measures";
import { SECURITY_HEADERS } from "../security-headers";
import { serverTime } from "../server-time";
import { isDraining } from "./drain";

/** Every method used somewhere on the site. */
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Statuses Next sets for a request, for which it then has no page. */
const WITHOUT_PAGE = [400, 405, 412, 416];

/** Milliseconds by which this machine's clock may differ before its answers say another time than its own. */
const OWN_TIME = 500;

type Emit = (this: Server, event: string | symbol, ...args: unknown[]) => boolean;

/** What takes bodies, and has limits of its own. */
const TAKES_BODIES = /^\/+(?:api|wp-json)(?:[/?]|$)/;
/** Bytes a form may send to a page, as the front allows (deploy/nginx/front.conf). */
const FORM_MAX = 65_536;

type Refusal = 400 | 405 | 411 | 413;

/** The status with which a request is refused before Next sees it; null if it passes. */
function refusal({ method, url = "", headers }: IncomingMessage): Refusal | null {
  if (method === "TRACE") return 405;
  const path = url.startsWith("/") ? url : URL.parse(url)?.pathname;
  if (!path?.startsWith("/")) return 400;
  if (TAKES_BODIES.test(path)) return null;
  if (headers["transfer-encoding"] !== undefined) return 411;
  return Number(headers["content-length"] ?? 0) > FORM_MAX ? 413 : null;
}

/** The site is one, whatever host a target names. */
function dropHost(request: IncomingMessage): void {
  const { url = "" } = request;
  if (url.startsWith("/")) return;
  const { pathname, search } = new URL(url);
  // Several slashes at the beginning would name a host again.
  request.url = pathname.replace(/^\/+/, "/") + search;
}

function refuse(status: Refusal, answer: ServerResponse): void {
  for (const { key, value } of SECURITY_HEADERS) answer.setHeader(key, value);
  for (const [key, value] of Object.entries(PRIVATE_HEADERS)) answer.setHeader(key, value);
  if (status === 405) answer.setHeader("Allow", METHODS);
  // The request body is not read.
  answer.setHeader("Connection", "close");
  answer.writeHead(status).end();
}

/** Sends the client error found earlier when it is about to become a server error. */
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
 * Nobody keeps the news that something is missing, which Next lets shared caches do for a year: a chunk
 * asked for in the middle of a deployment would stay missing. Nor does anybody keep a connection to a process that is to end. And each answer says
 * the programme's time, by which pages count down, where this machine's is another.
 */
function finishHead(answer: ServerResponse): void {
  const writeHead = answer.writeHead;
  answer.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    const kept = String(this.getHeader("Cache-Control") ?? "");
    if (given[0] === 404 && kept.includes("s-maxage")) {
      this.setHeader("Cache-Control", "public, max-age=0, must-revalidate");
    }
    sayType(this, Number(given[0]));
    const now = serverTime.now();
    if (Math.abs(now.getTime() - Date.now()) >= OWN_TIME) this.setHeader("Date", now.toUTCString());
    if (isDraining()) this.setHeader("Connection", "close");
    return writeHead.apply(this, given as Parameters<typeof writeHead>);
  } as typeof writeHead;
}

/** What Next's own redirects and refusals are made of has no type, and some of its texts no charset: all of it is UTF-8. */
function sayType(answer: ServerResponse, status: number): void {
  const type = String(answer.getHeader("Content-Type") ?? "");
  if (type === "" && status > 300 && status !== 304) {
    answer.setHeader("Content-Type", "text/plain; charset=utf-8");
  } else if (/^(text\/[\w-]+|[\w/.-]+[/+]xml)$/.test(type)) {
    answer.setHeader("Content-Type", `${type}; charset=utf-8`);
  }
}

/** Writes down who is at the other end, before Next adds it to X-Forwarded-For as if a proxy had. */
function markPeer({ headers, socket }: IncomingMessage): void {
  headers[PEER_HEADER] = headers["x-forwarded-for"] ? PROXIED : socket.remoteAddress;
}

/**
 * Next listens before it loads what puts the guard here, and keeps an upgrade request of that second for
 * later. Its socket no longer has a parser; nothing but the list of open handles leads to it.
 */
function endUpgraded(): void {
  const { _getActiveHandles: handles } = process as { _getActiveHandles?: () => unknown[] };
  for (const handle of handles?.call(process) ?? []) {
    const { server, parser } = handle as { server?: unknown; parser?: unknown };
    if (handle instanceof Socket && server instanceof Server && !parser) handle.destroy();
  }
}

/** Puts the guard in front of every HTTP server of this process. */
export function guardServer(): void {
  const emit = Server.prototype.emit as Emit;
  const guarded: Emit = function (event, ...args) {
    // Without a listener Node treats an upgrade request as the ordinary request it also is.
    if (event === "connection") this.removeAllListeners("upgrade");
    // On a connection older than the guard: Node has already handed the socket over.
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
      finishHead(answer);
      keepStatus(answer);
    }
    return emit.call(this, event, ...args);
  };
  Server.prototype.emit = guarded;
  watchProcess();
  endUpgraded();
}
