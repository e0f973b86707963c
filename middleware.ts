import { NextRequest, NextResponse } from "next/server";
import createIntlMiddleware from "next-intl/middleware";
import { NO_PAGE, policyText } from "@/contract/content-policy";
import { DEFAULT_LANGUAGE, languageOf, NAMED_LANGUAGES } from "@/contract/languages";
import { readTicket, TICKET, withoutDraft } from "@/lib/api/content/preview/preview-ticket";
import { failure, PRIVATE, PRIVATE_HEADERS } from "@/lib/api/failure";
import { isOver, isStaffPage, readSeeing, withoutSeeing } from "@/lib/api/session/seeing";
import { isGood, RENEWED, sessionCookieNames } from "@/lib/api/session/session";
import { config as site } from "@/lib/config";
import { LOCALE_COOKIE, routing } from "@/lib/i18n/routing";
import { writeFault } from "@/lib/middleware/fault";
import { isKnown } from "@/lib/middleware/known";
import { isReachable } from "@/lib/middleware/reachable";
import { movedTo, staffPageOf } from "@/lib/middleware/redirects";
import { runSteps, type Step } from "@/lib/middleware/steps";
import { guardedAway, isPersonal, isPrivate, type Visitor } from "@/lib/routes/guard";
import { pathFor, placeOf, tidyPath } from "@/lib/routes/path";
import { previewPath } from "@/lib/routes/preview";
import { lookAgain, mayBePublished } from "@/lib/routes/published";
import { NOT_INDEXED } from "@/lib/security-headers";
import { CALL_CALENDAR } from "@/lib/site/dates/call-files";

/** Seconds after which the client can retry. */
const RETRY_AFTER = "5";

/** Paths that are not pages. The matcher passes them only when their URL may not be valid text. */
const NO_PAGES = /^\/(?:wp-json|api|_next|og|media|icons|policy)\//;

/** Files that share the path prefix of a language's pages. */
const FILES = NAMED_LANGUAGES.flatMap((locale) =>
  ["/feed.xml", "/feed.json", CALL_CALENDAR].map((path) => pathFor({ locale, path })),
);

const localize = createIntlMiddleware(routing);

/** A request, and whether its visitor can preview the item on the requested page. */
type Visit = { request: NextRequest; previews: boolean };

/**
 * The steps that run before every page, by name. MIDDLEWARE selects the steps and their order: by default these four, in
 * this order. Rule: site.before-every-page.
 */
const STEPS: Record<string, Step<Visit>> = {
  guard({ request }) {
    const { pathname, search } = request.nextUrl;
    const target = guardedAway(pathname, search, visitorOf(request));
    return target === null ? null : privately(redirectTo(target, request, 307));
  },
  redirects({ request }) {
    const { nextUrl } = request;
    const target = movedTo(nextUrl.pathname, nextUrl.search);
    if (target !== null) return NextResponse.redirect(target, 301);
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
    const previews = await isPreview(request);
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

/** Rejects a URL, or an image URL, that is not valid text: Next would fail at it. */
function noPage({ pathname, searchParams }: URL): Response {
  if (!isText(pathname)) return failure("not_found");
  const picture = pathname.startsWith("/_next/image") ? (searchParams.get("url") ?? "") : "";
  if (!picture.startsWith("/") || isText(picture)) return NextResponse.next();
  return new Response(null, { status: 400, headers: PRIVATE_HEADERS });
}

/** Reports whether a path's percent encoding is valid text. For an invalid path, Next returns 500. */
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
  // Do not retry a renewal that has just failed: the page shows the error.
  return cookies.has(RENEWED) ? "signed_in" : "to_renew";
}

/** Reports whether the visitor has a valid preview link for this page. */
async function isPreview({ cookies, nextUrl }: NextRequest): Promise<boolean> {
  const item = await readTicket(cookies.get(TICKET)?.value);
  return item !== null && previewPath(item) === tidyPath(nextUrl.pathname);
}

/** Returns the request headers that pages can see. */
function passedOn(request: NextRequest, previews: boolean): Headers {
  const headers = new Headers(request.headers);
  // Next takes the nonce from the request's policy. A client's nonce must never get into a cached page.
  headers.delete("Content-Security-Policy");
  headers.delete("Content-Security-Policy-Report-Only");
  // Next's draft mode checks neither item nor expiry, so remove its cookie unless the preview link is valid.
  const cookie = headers.get("Cookie");
  if (cookie && !previews) headers.set("Cookie", withoutDraft(cookie));
  const kept = headers.get("Cookie");
  if (kept && isStaffPage(request.nextUrl.pathname)) headers.set("Cookie", withoutSeeing(kept));
  return headers;
}

function redirectTo(path: string, request: NextRequest, status: 307 | 308): NextResponse {
  return NextResponse.redirect(new URL(path, request.nextUrl.origin), status);
}

function privately(response: NextResponse): NextResponse {
  response.headers.set("Cache-Control", PRIVATE);
  return response;
}

/** Returns the 404 page in its language, with the status that a prerendered page cannot set. */
function missing(request: NextRequest, headers: Headers): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/not-found`, request.url), {
    status: 404,
    request: { headers },
  });
  // The page is cached for a year, but the result that a URL does not exist must not be cached.
  response.headers.set("Cache-Control", "public, max-age=0, must-revalidate");
  return response;
}

/** Returns the error page, with the status and message of an error before any page. */
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

/** Returns a policy with a nonce for this response. Next takes the nonce from the request headers. */
function noncePolicy(headers: Headers, path: string): string {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const { development } = site;
  const policy = policyText(site.pagePolicy({ nonce, development }, path));
  headers.set("Content-Security-Policy", policy);
  return policy;
}

/** Reports whether a private page cannot be rendered, because the back end or its database is down. */
async function isDown({ nextUrl, cookies, headers }: NextRequest): Promise<boolean> {
  // An open page navigates to the next page without the back end, and keeps the typed text.
  if (headers.get("Sec-Fetch-Dest") === "empty") return false;
  const { path } = placeOf(nextUrl.pathname);
  const access = cookies.get(sessionCookieNames.access)?.value;
  if (!access || !isPrivate(path) || !isGood(access, Date.now())) return false;
  return !(await isReachable(access));
}

/** Returns the prerendered page for an unavailable back end, in its language, with status 503 and Retry-After. */
function unavailable(request: NextRequest): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/unavailable`, request.url), {
    status: 503,
    request: { headers: passedOn(request, false) },
  });
  response.headers.set("Retry-After", RETRY_AFTER);
  return privately(response);
}

/** Reports whether a private page is requested under an expired impersonation. */
function isLookOver({ nextUrl, headers }: NextRequest): boolean {
  if (!isPrivate(placeOf(nextUrl.pathname).path) || isStaffPage(nextUrl.pathname)) return false;
  const look = readSeeing(headers.get("Cookie"));
  return look !== null && isOver(look, Date.now());
}

/** Returns the prerendered page for an expired impersonation, which staff must end before they see their own account. */
function lookOver(request: NextRequest): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/look-over`, request.url), {
    status: 403,
    request: { headers: passedOn(request, false) },
  });
  return privately(response);
}

/** Returns the page in its language. Personal pages and previews get a policy with a nonce for each response. */
function page({ request, previews }: Visit): NextResponse {
  const place = placeOf(request.nextUrl.pathname);
  const headers = passedOn(request, previews);
  // A preview also shows unpublished items.
  const exists = previews || mayBePublished(place);
  if (!isKnown(place.path) || !exists) return missing(request, headers);
  if (isLookOver(request)) return lookOver(request);
  const { url, method } = request;
  if (!previews && !isPersonal(request.nextUrl.pathname)) {
    return localize(new NextRequest(url, { method, headers }));
  }
  const policy = noncePolicy(headers, place.path);
  const response = privately(localize(new NextRequest(url, { method, headers })));
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cross-Origin-Opener-Policy", site.openerPolicy(place.path));
  return response;
}

export const config = {
  // The cache handler that writes policies into stored pages needs Node.
  runtime: "nodejs",
  // Never match /wp-json or /api: Next truncates a matched body at 10 MB without an error. Exclude files by location
  // (tests/files-outside.test.ts), because a page's URL can also end like a file name.
  matcher: [
    "/((?!(?:wp-json|api|_next|og|media|icons|policy|\\.well-known)(?:/|$)|[^/]+\\.[a-zA-Z0-9]+$).*)",
    // Match URLs that may not be valid text: an incomplete percent code, or encoded non-ASCII bytes.
    "/(.*%(?:[89a-fA-F]|(?![0-9a-fA-F]{2})).*)",
    "/(_next/image/?)",
  ],
};
