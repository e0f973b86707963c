import { NO_PAGE, policyText } from "@/contract/content-policy";
import { PEER_HEADER } from "@/contract/peer";
import { config } from "../../config";
import { isSafe } from "./origin";

/*
 * Request headers that the gateway passes to the back end, and response headers that it passes to the browser. The
 * lists are explicit, so that the gateway removes all other headers (x-forwarded-host, x-user-…, method overrides,
 * anything a framework trusts).
 */

const REQUEST_HEADERS = [
  "accept",
  "accept-language",
  "content-length",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "range",
  "tus-resumable",
  "upload-concat",
  "upload-defer-length",
  "upload-length",
  "upload-metadata",
  "upload-offset",
  "user-agent",
  // Value of the device cookie. The back end uses the value to detect a sign-in from a new browser.
  "x-device",
  // Header with the client addresses that the reverse proxies recorded. The back end trusts only the last TRUSTED_HOPS
  // addresses.
  "x-forwarded-for",
  // Header in which lib/server-guard reports the address of the connected client or proxy.
  PEER_HEADER,
  // Header in which the reverse proxy reports the visitor's approximate location (a town), if the configuration names
  // such a header.
  ...(config.placeHeader ? [config.placeHeader] : []),
];

const RESPONSE_HEADERS = [
  "accept-ranges",
  "allow",
  "cache-control",
  "content-disposition",
  "content-language",
  "content-range",
  "content-security-policy",
  "content-type",
  "cross-origin-resource-policy",
  "etag",
  "last-modified",
  "link",
  "retry-after",
  "tus-checksum-algorithm",
  "tus-extension",
  "tus-max-size",
  "tus-resumable",
  "tus-version",
  "upload-expires",
  "upload-length",
  "upload-metadata",
  "upload-offset",
  "vary",
  "x-content-type-options",
  "x-export-bytes",
  "x-wp-total",
  "x-wp-totalpages",
];

/**
 * Maximum size in bytes of a request body that the gateway keeps in memory, so that it can repeat the call after a
 * session refresh.
 */
const REPEATABLE_MAX = 1_048_576;

export type Body = ArrayBuffer | ReadableStream<Uint8Array> | null;

/**
 * Returns the body of a browser's call. A small body is read into memory, so that the gateway can repeat the call; a
 * larger body stays a stream, which can be sent only once.
 */
export async function bodyOf(request: Request): Promise<Body> {
  const length = request.headers.get("content-length");
  if (isSafe(request.method) || length === "0") return null;
  if (length !== null && Number(length) <= REPEATABLE_MAX) return request.arrayBuffer();
  return request.body;
}

/**
 * Builds the request to the back end. The request contains no credentials of the browser, only those in the arguments.
 */
export function outgoing(
  request: Request,
  body: Body,
  authorization: string | null,
  base: string,
): Request {
  const url = new URL(request.url);
  // Remove `_method` and `rest_route`. WordPress would take the method and the path from these parameters, and so
  // bypass the gateway's checks.
  for (const name of ["_method", "rest_route"]) {
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  }
  const path = url.pathname.replace(/^\/wp-json\/?/, "");
  return new Request(base + path + url.search, {
    method: request.method,
    headers: outgoingHeaders(request.headers, authorization),
    body,
    signal: request.signal,
    redirect: "manual",
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
}

function outgoingHeaders(given: Headers, authorization: string | null): Headers {
  const headers = new Headers();
  for (const name of REQUEST_HEADERS) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (authorization !== null) headers.set("Authorization", authorization);
  return headers;
}

/** Builds the gateway's response to the browser from the back end's response. */
export function incoming(response: Response): Response {
  const headers = new Headers({ "Content-Security-Policy": policyText(NO_PAGE) });
  for (const name of RESPONSE_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const length = response.headers.get("content-length");
  // Omit the Content-Length of an encoded response. The body has been decoded and is longer than that length.
  if (length !== null && !response.headers.has("content-encoding")) {
    headers.set("content-length", length);
  }
  const location = response.headers.get("location");
  if (location !== null) headers.set("location", ownAddress(location));
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Rewrites the Location header of a new tus upload to this site's address, because the back end's Location names the
 * back end's host.
 */
function ownAddress(location: string): string {
  if (!URL.canParse(location)) return location;
  const url = new URL(location);
  const at = url.pathname.indexOf("/wp-json/");
  return at < 0 ? location : url.pathname.slice(at) + url.search;
}
