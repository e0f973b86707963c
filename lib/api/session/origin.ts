export type SiteOrigin = {
  /** The site's public address. */
  siteUrl: string;
  /** Whether the Host a request came to counts as the site's too (preview deployments). */
  acceptOwnHost: boolean;
};

/** Methods that change nothing; every other one needs to come from the site itself. */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/**
 * "State-changing cookie calls need `Sec-Fetch-Site: same-origin`, or without that header an
 * `Origin` equal to the site's." `Origin: null` (sandboxed frames, some redirects) is nobody's.
 */
export function comesFromSite(request: Request, site: SiteOrigin): boolean {
  const fetchSite = request.headers.get("sec-fetch-site");
  if (fetchSite !== null) return fetchSite === "same-origin";
  const origin = request.headers.get("origin");
  return origin !== null && isOwnOrigin(origin, request, site);
}

/**
 * The weaker rule for opening a session where there is none: a program that sends neither header
 * is welcome, a browser (which always states a POST's origin) only from the site's pages.
 */
export function comesFromElsewhere(request: Request, site: SiteOrigin): boolean {
  const said = request.headers.has("sec-fetch-site") || request.headers.has("origin");
  return said && !comesFromSite(request, site);
}

function isOwnOrigin(origin: string, request: Request, site: SiteOrigin): boolean {
  if (!URL.canParse(origin)) return false;
  if (origin === new URL(site.siteUrl).origin) return true;
  return site.acceptOwnHost && new URL(origin).host === request.headers.get("host");
}
