import { isIP } from "node:net";
import { PEER_HEADER } from "@/contract/peer";
import { config } from "../config";
import { siteMetrics } from "../telemetry/site-metrics";
import { failure, PRIVATE_HEADERS } from "./failure";
import { bearerOf, isSameSecret } from "./same-secret";
import { embeddedMetrics } from "./transport";

/** Headers, besides X-Forwarded-For, that a proxy adds to forwarded requests. */
const PROXY_HEADERS = ["forwarded", "via", "x-real-ip"];

/** Content type of Prometheus' text format. */
const TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Sources = {
  token: string | undefined;
  /** Public URL of the site. Only a site on localhost can serve metrics without a token. */
  siteUrl: string;
  site: () => Promise<string>;
  backend: () => Promise<string>;
};

const running: Sources = {
  token: config.metricsToken,
  siteUrl: config.siteUrl,
  site: siteMetrics,
  backend: embeddedMetrics,
};

/**
 * Handles `GET /api/metrics`. With a configured token, requires this token. Without a configured token, allows only
 * direct local requests to a site on localhost, because a public site's proxy can look like a local client. Any other
 * request gets 404. With a separate back end, returns only the site's metrics.
 */
export async function metrics(request: Request, sources = running): Promise<Response> {
  if (!mayAsk(request, sources)) return failure("not_found");
  const parts = await Promise.all([sources.site(), sources.backend()]);
  return new Response(parts.filter(Boolean).join("\n"), {
    headers: { ...PRIVATE_HEADERS, "Content-Type": TYPE },
  });
}

function mayAsk(request: Request, { token, siteUrl }: Sources): boolean {
  if (token !== undefined) return isSameSecret(bearerOf(request) ?? "", token);
  const { headers } = request;
  return (
    isOwnName(new URL(siteUrl).host) &&
    isLoopback(headers.get(PEER_HEADER) ?? "") &&
    isOwnName(headers.get("host") ?? "") &&
    !PROXY_HEADERS.some((name) => headers.has(name))
  );
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, "");
  return isIP(plain) !== 0 && (plain === "::1" || plain.startsWith("127."));
}

function isOwnName(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  return name === "localhost" || isLoopback(name);
}
