import { isIP } from "node:net";
import { PEER_HEADER } from "@/contract/peer";
import { config } from "../config";
import { siteMetrics } from "../measures/site-measures";
import { failure, PRIVATE_HEADERS } from "./failure";
import { bearerOf, isSameSecret } from "./same-secret";
import { embeddedMetrics } from "./transport";

/** What a proxy adds to the requests it passes on, apart from X-Forwarded-For. */
const PROXY_HEADERS = ["forwarded", "via", "x-real-ip"];

/** Prometheus' own name for its text. */
const TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Sources = {
  token: string | undefined;
  /** The site's own address: only one of this machine needs no token. */
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
 * `GET /api/metrics`, for Prometheus: whoever brings the token, or, where none is configured and the site is one of this
 * machine alone, who asks on this very machine without a proxy between. A public site has a proxy, and the simplest one
 * of all names this machine as the host and adds no header: nothing tells its requests from the machine's own. To everybody else there is nothing here. With a separate back end it tells
 * of the site alone.
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
