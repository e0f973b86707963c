import { NextRequest, NextResponse } from "next/server";
import createIntlMiddleware from "next-intl/middleware";
import type { PreviewItem } from "@/contract/content/preview";
import { NO_PAGE, policyText } from "@/contract/content-policy";
import { DEFAULT_LANGUAGE, languageOf, NAMED_LANGUAGES } from "@/contract/languages";
import { failure, PRIVATE, PRIVATE_HEADERS } from "@/lib/api/failure";
import {
  isOver,
  isStaffPage,
  readImpersonation,
  withoutImpersonation,
} from "@/lib/api/session/impersonation";
import { isGood, RENEWED, sessionCookieNames } from "@/lib/api/session/session";
import { config as site } from "@/lib/config";
import { linkIn, readTicket, TICKET, withoutDraft } from "@/lib/content/preview/preview-ticket";
import { LOCALE_COOKIE, routing } from "@/lib/i18n/routing";
import { writeFault } from "@/lib/middleware/fault";
import { isKnown } from "@/lib/middleware/known";
import { isRevoked } from "@/lib/middleware/preview-links";
import { isReachable } from "@/lib/middleware/reachable";
import { movedTo, staffPageOf } from "@/lib/middleware/redirects";
import { runSteps, type Step } from "@/lib/middleware/steps";
import { guardedAway, isPersonal, isPrivate, type Visitor } from "@/lib/routes/guard";
import { pathFor, placeOf, tidyPath } from "@/lib/routes/path";
import { previewPath } from "@/lib/routes/preview";
import { lookAgain, mayBePublished, renamedTo } from "@/lib/routes/published";
import { NOT_INDEXED } from "@/lib/security-headers";
import { CALL_CALENDAR } from "@/lib/site/dates/call-files";

/** The Retry-After header of the outage page, in seconds. */
const RETRY_AFTER = "5";

/**
 * Paths that are not pages. A request for such a path reaches the middleware only if its URL can have invalid
 * percent-encoding, or is for the image optimizer (see the matcher).
 */
const NO_PAGES = /^\/(?:wp-json|api|_next|og|media|icons|policy|portraits)\//;

/**
 * Paths of files that can start with a language prefix, as paths of pages do. The middleware passes requests for these
 * files on unchanged.
 */
const FILES = NAMED_LANGUAGES.flatMap((locale) =>
  ["/feed.xml", "/feed.json", CALL_CALENDAR].map((path) => pathFor({ locale, path })),
);

const localize = createIntlMiddleware(routing);

/** A request, and whether its visitor has a valid preview link for this page. */
type Visit = { request: NextRequest; previews: boolean };

/**
 * The steps that run before every page, by name (rule site.before-every-page). The variable MIDDLEWARE selects and
 * orders the steps. The default is these four steps in this order.
 */
const STEPS: Record<string, Step<Visit>> = {
  guard({ request }) {
    const { pathname, search } = request.nextUrl;
    const target = guardedAway(pathname, search, visitorOf(request));
    return target === null ? null : privately(redirectTo(target, request, 307));
  },
  redirects({ request, previews }) {
    const { nextUrl } = request;
    const target = movedTo(nextUrl.pathname, nextUrl.search);
    if (target !== null) return NextResponse.redirect(target, 301);
    const place = placeOf(nextUrl.pathname);
    const renamed = previews ? null : renamedTo(place);
    if (renamed) {
      const { locale } = place;
      return redirectTo(pathFor({ locale, path: renamed }) + nextUrl.search, request, 301);
    }
    const page = staffPageOf(nextUrl.pathname, nextUrl.search);
    return page === null ? null : redirectTo(page, request, 307);
  },
  trailingSlash({ request }) {
    const { pathname, search } = request.nextUrl;
    const tidy = tidyPath(pathname);
    return tidy === pathname ? null : redirectTo(tidy + search, request, 308);
  },
  locale(visit) {
    const { request } = visit;
    const { pathname, search } = request.nextUrl;
    const locale = languageOf(request.cookies.get(LOCALE_COOKIE)?.value);
    if (pathname !== "/" || locale === DEFAULT_LANGUAGE) return page(visit);
    return privately(redirectTo(pathFor({ locale, path: "/" }) + search, request, 307));
  },
};

export default async function middleware(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  if (NO_PAGES.test(pathname)) return noPage(request.nextUrl);
  if (FILES.includes(pathname)) return NextResponse.next();
  try {
    const item = await previewedItem(request);
    if (item && (await isRevoked(item).catch(() => true))) return linkAgain(request);
    const previews = item !== null;
    if (!previews) await lookAgain(placeOf(pathname));
    if (await isDown(request)) return unavailable(request);
    const response = runSteps(site.middleware, STEPS, { request, previews }) ?? NextResponse.next();
    if (response.headers.has("Location")) {
      response.headers.set("Content-Security-Policy", policyText(NO_PAGE));
    }
    if (previews) response.headers.set("X-Robots-Tag", NOT_INDEXED);
    return response;
  } catch (error) {
    console.error(error);
    return broken(request, error);
  }
}

/**
 * Returns the response to a URL that is not a page's URL. Responds with 404 to a path with invalid percent-encoding,
 * and with 400 to such a path in the `url` parameter of the image optimizer. Next would respond with 500 to both.
 */
function noPage({ pathname, searchParams }: URL): Response {
  if (!isText(pathname)) return failure("not_found");
  const picture = pathname.startsWith("/_next/image") ? (searchParams.get("url") ?? "") : "";
  if (!picture.startsWith("/") || isText(picture)) return NextResponse.next();
  return new Response(null, { status: 400, headers: PRIVATE_HEADERS });
}

/** Reports whether the percent-encoding in a path is valid. Next responds with 500 to an invalid encoding. */
function isText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function visitorOf({ cookies }: NextRequest): Visitor {
  const access = cookies.get(sessionCookieNames.access)?.value ?? null;
  if (isGood(access, Date.now())) return "signed_in";
  if (!cookies.has(sessionCookieNames.refresh)) return "none";
  // If renewing the session failed a moment ago, do not try again. The page explains the problem.
  return cookies.has(RENEWED) ? "signed_in" : "to_renew";
}

/** Returns the previewed item if the visitor has a preview link that is signed for this page. */
async function previewedItem({ cookies, nextUrl }: NextRequest): Promise<PreviewItem | null> {
  const item = await readTicket(cookies.get(TICKET)?.value);
  return item && previewPath(item) === tidyPath(nextUrl.pathname) ? item : null;
}

/**
 * Redirects to the preview link in the visitor's cookie. The response to that link explains that the link was revoked
 * or cannot be checked now.
 */
function linkAgain(request: NextRequest): NextResponse {
  const values = Object.entries(linkIn(request.cookies.get(TICKET)?.value ?? ""));
  const query = new URLSearchParams(values.map(([name, value]) => [name, value ?? ""]));
  return privately(redirectTo(`/api/preview?${query}`, request, 307));
}

/** Returns the request headers that pages receive. */
function passedOn(request: NextRequest, previews: boolean): Headers {
  const headers = new Headers(request.headers);
  // Next takes the script nonce from a policy in the request. Delete a policy that a client sends, because its nonce
  // must never get into a stored page.
  headers.delete("Content-Security-Policy");
  headers.delete("Content-Security-Policy-Report-Only");
  // Next's draft mode has no item and no expiry date. Therefore pass the draft cookie on only if the visitor has a
  // valid preview link.
  const cookie = headers.get("Cookie");
  if (cookie && !previews) headers.set("Cookie", withoutDraft(cookie));
  const kept = headers.get("Cookie");
  if (kept && isStaffPage(request.nextUrl.pathname))
    headers.set("Cookie", withoutImpersonation(kept));
  return headers;
}

function redirectTo(path: string, request: NextRequest, status: 301 | 307 | 308): NextResponse {
  return NextResponse.redirect(new URL(path, request.nextUrl.origin), status);
}

function privately(response: NextResponse): NextResponse {
  response.headers.set("Cache-Control", PRIVATE);
  return response;
}

/**
 * Returns the 404 page in the visitor's language. Sets the status in the middleware, because a prerendered page cannot
 * set it.
 */
function missing(request: NextRequest, headers: Headers): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/not-found`, request.url), {
    status: 404,
    request: { headers },
  });
  // Override the 404 page's cache lifetime of a year, because an item can be published at this URL later.
  response.headers.set("Cache-Control", "public, max-age=0, must-revalidate");
  return response;
}

/** Returns the error page with the status and message of an error in the middleware. */
function broken(request: NextRequest, error: unknown): NextResponse {
  const { locale, path } = placeOf(request.nextUrl.pathname);
  const headers = passedOn(request, false);
  const { status } = writeFault(headers, error);
  const policy = noncePolicy(headers, path);
  const response = NextResponse.rewrite(new URL(`/${locale}/fault`, request.url), {
    status,
    request: { headers },
  });
  response.headers.set("Content-Security-Policy", policy);
  return privately(response);
}

/** Sets a content security policy with a nonce for this response. Next reads the nonce from the request's headers. */
function noncePolicy(headers: Headers, path: string, frames?: readonly string[]): string {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const { development } = site;
  const policy = policyText({
    ...site.pagePolicy({ nonce, development }, path),
    ...(frames && { "frame-ancestors": frames }),
  });
  headers.set("Content-Security-Policy", policy);
  return policy;
}

/** Returns whether a private page of a signed-in visitor cannot render because the back end or its database is down. */
async function isDown({ nextUrl, cookies, headers }: NextRequest): Promise<boolean> {
  // Do not show the outage page during client navigation. The browser then keeps the current page open, with the user's
  // unsaved text.
  if (headers.get("Sec-Fetch-Dest") === "empty") return false;
  const { path } = placeOf(nextUrl.pathname);
  const access = cookies.get(sessionCookieNames.access)?.value;
  if (!access || !isPrivate(path) || !isGood(access, Date.now())) return false;
  return !(await isReachable(access));
}

/** Returns the prerendered page for an outage, with status 503 and the header `Retry-After`. */
function unavailable(request: NextRequest): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/unavailable`, request.url), {
    status: 503,
    request: { headers: passedOn(request, false) },
  });
  response.headers.set("Retry-After", RETRY_AFTER);
  return privately(response);
}

/** Returns whether a request for a private page comes from a staff member whose impersonation of a user has expired. */
function isLookOver({ nextUrl, headers }: NextRequest): boolean {
  if (!isPrivate(placeOf(nextUrl.pathname).path) || isStaffPage(nextUrl.pathname)) return false;
  const look = readImpersonation(headers.get("Cookie"));
  return look !== null && isOver(look, Date.now());
}

/**
 * Returns the prerendered page about an expired impersonation. The staff member must stop the impersonation to see
 * their own account.
 */
function lookOver(request: NextRequest): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/look-over`, request.url), {
    status: 403,
    request: { headers: passedOn(request, false) },
  });
  return privately(response);
}

/**
 * Returns the requested page in its language. Private pages and previews get a policy with a new nonce for each
 * response.
 */
function page({ request, previews }: Visit): NextResponse {
  const place = placeOf(request.nextUrl.pathname);
  const headers = passedOn(request, previews);
  // A preview can show an unpublished item, so a preview needs no published path.
  const exists = previews || mayBePublished(place);
  if (!isKnown(place.path) || !exists) return missing(request, headers);
  if (isLookOver(request)) return lookOver(request);
  const { url, method } = request;
  if (!previews && !isPersonal(request.nextUrl.pathname)) {
    return localize(new NextRequest(url, { method, headers }));
  }
  // The WordPress editor shows the preview in a frame, so the preview's policy names WordPress as a frame ancestor.
  // Browsers then ignore the header X-Frame-Options, which would forbid the frame.
  const policy = noncePolicy(headers, place.path, previews ? site.content.frames : undefined);
  const response = privately(localize(new NextRequest(url, { method, headers })));
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cross-Origin-Opener-Policy", site.openerPolicy(place.path));
  return response;
}

export const config = {
  // Run the middleware in Node, because it uses the page cache, which writes content security policies into stored
  // pages and needs Node.
  runtime: "nodejs",
  // Never match /wp-json or /api, because Next truncates matched request bodies at 10 MB without an error. Exclude
  // folders of files by name, because a page's URL can end like a file name (tests/repository/files-outside.test.ts).
  matcher: [
    "/((?!(?:wp-json|api|_next|og|media|icons|policy|portraits|\\.well-known)(?:/|$)|[^/]+\\.[a-zA-Z0-9]+$).*)",
    // Also match URLs that can have invalid percent-encoding: incomplete percent codes, or percent codes for bytes
    // outside ASCII.
    "/(.*%(?:[89a-fA-F]|(?![0-9a-fA-F]{2})).*)",
    "/(_next/image/?)",
  ],
};
