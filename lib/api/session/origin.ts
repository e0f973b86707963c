export type SiteOrigin = {
  siteUrl: string;
  /**
   * True if the request's Host header also counts as the site's origin. Preview deployments need this, because their
   * host names change.
   */
  acceptOwnHost: boolean;
};

/** Reports whether an HTTP method changes nothing. Requests with any other method must come from the site itself. */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/**
 * Reports whether a request comes from the site: its `Sec-Fetch-Site` header is `same-origin` or, without that header,
 * its `Origin` header equals the site's origin. `Origin: null` (sandboxed frames, some redirects) never matches.
 */
export function comesFromSite(request: Request, site: SiteOrigin): boolean {
  const fetchSite = request.headers.get("sec-fetch-site");
  if (fetchSite !== null) return fetchSite === "same-origin";
  const origin = request.headers.get("origin");
  return origin !== null && isOwnOrigin(origin, request, site);
}

/**
 * Reports whether a sign-in request comes from another site's page. A browser always sends the Origin header of a POST
 * request. A request with neither Sec-Fetch-Site nor Origin comes from a program and is accepted.
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
