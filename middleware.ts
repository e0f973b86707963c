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

/** Seconds after which it may be worth trying again. */
const RETRY_AFTER = "5";

/** What is not a page gets here only with a URL that may not be valid text (see the matcher). */
const NO_PAGES = /^\/(?:wp-json|api|_next|og|media|icons|policy)\//;

/** Files that lie where the pages of a language do. */
const FILES = NAMED_LANGUAGES.flatMap((locale) =>
  ["/feed.xml", "/feed.json", CALL_CALENDAR].map((path) => pathFor({ locale, path })),
);

const localize = createIntlMiddleware(routing);

/** A request, and whether it asks for the page of the item whose preview its visitor may see. */
type Visit = { request: NextRequest; previews: boolean };

/**
 * What runs before every page (rule site.before-every-page), by its name. MIDDLEWARE says which run,
 * and when: these four, in this order.
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

/** Stops what is not valid text, which Next would fail at: a URL, or that of an image of this site. */
function noPage({ pathname, searchParams }: URL): Response {
  if (!isText(pathname)) return failure("not_found");
  const picture = pathname.startsWith("/_next/image") ? (searchParams.get("url") ?? "") : "";
  if (!picture.startsWith("/") || isText(picture)) return NextResponse.next();
  return new Response(null, { status: 400, headers: PRIVATE_HEADERS });
}

/** Whether a path's percent signs stand for text: Next answers 500 where they do not. */
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
  // A renewal that has just failed is not retried at once: the page says what is wrong.
  return cookies.has(RENEWED) ? "signed_in" : "to_renew";
}

/** Whether the visitor's link is valid, and for this very page. */
async function isPreview({ cookies, nextUrl }: NextRequest): Promise<boolean> {
  const item = await readTicket(cookies.get(TICKET)?.value);
  return item !== null && previewPath(item) === tidyPath(nextUrl.pathname);
}

/** The request's headers as pages may see them. */
function passedOn(request: NextRequest, previews: boolean): Headers {
  const headers = new Headers(request.headers);
  // Next takes a nonce from the request's policy: a caller's must never get into a stored page.
  headers.delete("Content-Security-Policy");
  headers.delete("Content-Security-Policy-Report-Only");
  // Next's draft mode knows neither item nor expiry: without a valid link nobody is in it.
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

/** The 404 page in its language, with its status: a prerendered page cannot set one. */
function missing(request: NextRequest, headers: Headers): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/not-found`, request.url), {
    status: 404,
    request: { headers },
  });
  // The page is cached for a year; the fact that a URL leads nowhere is not.
  response.headers.set("Cache-Control", "public, max-age=0, must-revalidate");
  return response;
}

/** The error page, with status and message of what failed before any page. */
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

/** A policy with a nonce of this response, which Next takes from the request's headers. */
function noncePolicy(headers: Headers, path: string): string {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const { development } = site;
  const policy = policyText(site.pagePolicy({ nonce, development }, path));
  headers.set("Content-Security-Policy", policy);
  return policy;
}

/** Whether a private page of a signed-in visitor could not be drawn, as the back end or its database is down. */
async function isDown({ nextUrl, cookies, headers }: NextRequest): Promise<boolean> {
  // A page that is open goes on to the next without the back end, and keeps what was typed.
  if (headers.get("Sec-Fetch-Dest") === "empty") return false;
  const { path } = placeOf(nextUrl.pathname);
  const access = cookies.get(sessionCookieNames.access)?.value;
  if (!access || !isPrivate(path) || !isGood(access, Date.now())) return false;
  return !(await isReachable(access));
}

/** The page that says so, in its language, prerendered, with its status and when to try again. */
function unavailable(request: NextRequest): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/unavailable`, request.url), {
    status: 503,
    request: { headers: passedOn(request, false) },
  });
  response.headers.set("Retry-After", RETRY_AFTER);
  return privately(response);
}

/** Whether a private page is asked for as somebody whom the visitor can no longer see as. */
function isLookOver({ nextUrl, headers }: NextRequest): boolean {
  if (!isPrivate(placeOf(nextUrl.pathname).path) || isStaffPage(nextUrl.pathname)) return false;
  const look = readSeeing(headers.get("Cookie"));
  return look !== null && isOver(look, Date.now());
}

/** The page that says so, prerendered: nobody is back in their own account before they say that they stop looking. */
function lookOver(request: NextRequest): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/look-over`, request.url), {
    status: 403,
    request: { headers: passedOn(request, false) },
  });
  return privately(response);
}

/** The page itself, in its language; personal ones and previews under a policy with a per-response nonce. */
function page({ request, previews }: Visit): NextResponse {
  const place = placeOf(request.nextUrl.pathname);
  const headers = passedOn(request, previews);
  // A preview also shows what is not published.
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
  // Never /wp-json or /api: a matched body is truncated at 10 MB without an error. No files either, each by
  // its location (tests/files-outside.test.ts): a page's URL may end like a file's too.
  matcher: [
    "/((?!(?:wp-json|api|_next|og|media|icons|policy|\\.well-known)(?:/|$)|[^/]+\\.[a-zA-Z0-9]+$).*)",
    // But what may not be valid text, unlike any URL of ours: half a percent code, or bytes outside ASCII.
    "/(.*%(?:[89a-fA-F]|(?![0-9a-fA-F]{2})).*)",
    "/(_next/image/?)",
  ],
};
