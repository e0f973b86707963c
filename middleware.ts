import { NextRequest, NextResponse } from "next/server";
import createIntlMiddleware from "next-intl/middleware";
import { failure, NO_PAGE, PRIVATE, PRIVATE_HEADERS } from "@/lib/api/failure";
import { readTicket, TICKET, withoutDraft } from "@/lib/api/preview-ticket";
import { isGood, RENEWED, sessionCookieNames } from "@/lib/api/session";
import { config as site } from "@/lib/config";
import { LOCALE_COOKIE, routing } from "@/lib/i18n/routing";
import { guardedAway, type Visitor } from "@/lib/routes/guard";
import { isKnown } from "@/lib/routes/known";
import { placeOf, tidyPath } from "@/lib/routes/path";
import { isPersonal, openerPolicy, strictPolicy } from "@/lib/routes/policy";
import { previewPath } from "@/lib/routes/preview";
import { lookAgain, mayBePublished } from "@/lib/routes/published";
import { movedTo } from "@/lib/routes/redirects";
import { RouteError, runSteps, type Step } from "@/lib/routes/steps";

const NOT_INDEXED = "noindex, nofollow, noarchive";

/** What is no page comes here only with an address that may be no text (see the matcher). */
const NO_PAGES = /^\/(?:wp-json|api|_next|og|icons|policy)\//;

const localize = createIntlMiddleware(routing);

/** A request, and whether it asks for the page of the item whose preview its visitor may see. */
type Visit = { request: NextRequest; previews: boolean };

/**
 * "An authentication guard, a redirect step and a language step run before every route."
 * Every step by its name; MIDDLEWARE says which run, and when: these four, in this order.
 */
const STEPS: Record<string, Step<Visit>> = {
  guard({ request }) {
    const { pathname, search } = request.nextUrl;
    const target = guardedAway(pathname, search, visitorOf(request));
    return target === null ? null : privately(redirectTo(target, request, 307));
  },
  redirects({ request: { nextUrl } }) {
    const target = movedTo(nextUrl.pathname, nextUrl.search);
    return target === null ? null : NextResponse.redirect(target, 301);
  },
  trailingSlash({ request }) {
    const { pathname, search } = request.nextUrl;
    const tidy = tidyPath(pathname);
    return tidy === pathname ? null : redirectTo(tidy + search, request, 308);
  },
  locale(visit) {
    const { request } = visit;
    const { pathname, search } = request.nextUrl;
    const english = pathname === "/" && request.cookies.get(LOCALE_COOKIE)?.value === "en";
    return english ? privately(redirectTo(`/en${search}`, request, 307)) : page(visit);
  },
};

export default async function middleware(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  if (NO_PAGES.test(pathname)) return isText(pathname) ? NextResponse.next() : failure("not_found");
  try {
    const previews = await isPreview(request);
    if (!previews) await lookAgain(placeOf(pathname));
    const response = runSteps(site.middleware, STEPS, { request, previews }) ?? NextResponse.next();
    // Also where the build did not know it (next.config.ts): what is only to look at is never indexed.
    if (response.headers.has("Location")) response.headers.set("Content-Security-Policy", NO_PAGE);
    if (previews || site.isPreview) response.headers.set("X-Robots-Tag", NOT_INDEXED);
    return response;
  } catch (error) {
    console.error(error);
    const { status, message } = error instanceof RouteError ? error : new RouteError(500, "");
    return new Response(message, { status, headers: PRIVATE_HEADERS });
  }
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
  // A renewal that just failed is not tried again at once: the page says what is wrong.
  return cookies.has(RENEWED) ? "signed_in" : "to_renew";
}

/** Whether the visitor's link is good, and for this very page. */
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
  // Next's draft mode knows neither item nor end: without a good link nobody is in it.
  const cookie = headers.get("Cookie");
  if (cookie && !previews) headers.set("Cookie", withoutDraft(cookie));
  return headers;
}

function redirectTo(path: string, request: NextRequest, status: 307 | 308): NextResponse {
  return NextResponse.redirect(new URL(path, request.nextUrl.origin), status);
}

function privately(response: NextResponse): NextResponse {
  response.headers.set("Cache-Control", PRIVATE);
  return response;
}

/** The 404 page in its language, with its status: a page cannot set one for finished HTML. */
function missing(request: NextRequest, headers: Headers): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  const response = NextResponse.rewrite(new URL(`/${locale}/not-found`, request.url), {
    status: 404,
    request: { headers },
  });
  // The page is kept for a year; that an address leads nowhere is not.
  response.headers.set("Cache-Control", "public, max-age=0, must-revalidate");
  return response;
}

/** The page itself, in its language; personal ones and previews under a policy with a nonce of this answer. */
function page({ request, previews }: Visit): NextResponse {
  const place = placeOf(request.nextUrl.pathname);
  const headers = passedOn(request, previews);
  // A preview also shows what is not published.
  const exists = previews || mayBePublished(place);
  if (!isKnown(place.path) || !exists) return missing(request, headers);
  const { url, method } = request;
  if (!previews && !isPersonal(request.nextUrl.pathname)) {
    return localize(new NextRequest(url, { method, headers }));
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = strictPolicy(nonce, { path: place.path, development: site.development });
  headers.set("Content-Security-Policy", policy);
  const response = privately(localize(new NextRequest(url, { method, headers })));
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cross-Origin-Opener-Policy", openerPolicy(place.path));
  return response;
}

export const config = {
  // The cache handler that writes policies into stored pages needs Node.
  runtime: "nodejs",
  // Never /wp-json or /api: a matched body is cut at 10 MB without an error. No files either, each by
  // where it lies (tests/files-outside.test.ts): a page's address may end like a file's, too.
  matcher: [
    "/((?!(?:wp-json|api|_next|og|icons|policy)(?:/|$)|[^/]+\\.[a-zA-Z0-9]+$|en/feed\\.xml$).*)",
    // But what may be no text, as no address of ours: half a percent code, or bytes outside of ASCII.
    "/(.*%(?:[89a-fA-F]|(?![0-9a-fA-F]{2})).*)",
  ],
};
