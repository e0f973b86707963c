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
  site: () => Promise<string>;
  backend: () => Promise<string>;
};

const running: Sources = {
  token: config.metricsToken,
  site: siteMetrics,
  backend: embeddedMetrics,
};

/**
 * `GET /api/metrics`, for Prometheus: whoever brings the token, or, where none is configured, who asks on this very
 * machine without a proxy between. To everybody else there is nothing here. With a separate back end it tells
 * of the site alone.
 */
export async function metrics(request: Request, sources = running): Promise<Response> {
  if (!mayAsk(request, sources.token)) return failure("not_found");
  const parts = await Promise.all([sources.site(), sources.backend()]);
  return new Response(parts.filter(Boolean).join("\n"), {
    headers: { ...PRIVATE_HEADERS, "Content-Type": TYPE },
  });
}

function mayAsk(request: Request, token: string | undefined): boolean {
  if (token !== undefined) return isSameSecret(bearerOf(request) ?? "", token);
  const { headers } = request;
  // Behind a proxy everybody comes from this machine. One that adds nothing still passes on the name people typed.
  return (
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
