import { isIP, isIPv6 } from "node:net";
import type { Logger } from "pino";
import { PEER_HEADER, PROXIED } from "@/contract/peer";
import type { BackendConfig } from "../config";

type Caller = {
  request: Request;
  config: Pick<BackendConfig, "TRUSTED_HOPS" | "SITE_URL">;
  log: Logger;
};

let warned = false;

/**
 * Returns the client's IP address for rate limits, or null if the address is unknown. For null, callers must count
 * nothing, because a shared count would lock out all unknown clients (docs/decisions/0017).
 *
 * With trusted proxies, returns the address that the outermost trusted proxy saw: each proxy appends an entry to
 * X-Forwarded-For, and the client can forge earlier entries. Without trusted proxies, returns the connection's address,
 * or null if a proxy opened the connection.
 */
export function clientAddress({ request, config, log }: Caller): string | null {
  const hops = config.TRUSTED_HOPS;
  const entries = request.headers.get("x-forwarded-for")?.split(",") ?? [];
  const given = hops > 0 ? entries.at(-hops)?.trim() : request.headers.get(PEER_HEADER);
  // A request without any X-Forwarded-For entry causes no warning, because the site itself sends such requests when it
  // renders a page.
  const tooFew = entries.length > 0 && entries.length < hops;
  if (!warned && (given === PROXIED || tooFew)) {
    warned = true;
    log.warn(
      { trustedHops: hops },
      "X-Forwarded-For does not match TRUSTED_HOPS: nothing is limited per address",
    );
  }
  // If the site's URL is https, a reverse proxy decrypts TLS before the site. The site then sees only the proxy's
  // address, so the client's address is unknown.
  const unknown = hops === 0 && config.SITE_URL.startsWith("https:");
  return given && given !== PROXIED && !unknown ? network(given) : null;
}

/**
 * Returns the network that rate limits count: an IPv4 address, or the /64 network of an IPv6 address, because each
 * customer has at least a /64. Removes the port that some proxies add.
 */
function network(given: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? given.replace(/^([\d.]+):\d+$/, "$1");
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
  if (!isIPv6(mapped)) return isIP(mapped) ? mapped : given;
  const [head = "", tail] = (mapped.split("%")[0] ?? "").split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  // An IPv4 address at the end of an IPv6 address replaces two 16-bit groups.
  const gap = 8 - left.length - right.length - (right.at(-1)?.includes(".") ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, gap)).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
