import { NextRequest, NextResponse } from "next/server";
import createIntlMiddleware from "next-intl/middleware";
import { PRIVATE } from "@/lib/api/failure";
import { isGood, RENEWED, sessionCookieNames } from "@/lib/api/session";
import { config as site } from "@/lib/config";
import { LOCALE_COOKIE, routing } from "@/lib/i18n/routing";
import { guardedAway, type Visitor } from "@/lib/routes/guard";
import { isKnown } from "@/lib/routes/known";
import { placeOf, tidyPath } from "@/lib/routes/path";
import { isPersonal, strictPolicy } from "@/lib/routes/policy";
import { lookAgain, mayBePublished } from "@/lib/routes/published";
import { movedTo } from "@/lib/routes/redirects";
import { RouteError, runSteps, type Step } from "@/lib/routes/steps";

/** The cookie of Next's draft mode. */
const DRAFT_COOKIE = "__prerender_bypass";

const localize = createIntlMiddleware(routing);

/** Every step by its name; `ORDER` says which run, and when. */
const STEPS: Record<string, Step<NextRequest>> = {
  guard(request) {
    const { pathname, search } = request.nextUrl;
    const target = guardedAway(pathname, search, visitorOf(request));
    return target === null ? null : privately(redirectTo(target, request, 307));
  },
  redirects({ nextUrl }) {
    const target = movedTo(nextUrl.pathname, nextUrl.search);
    return target === null ? null : NextResponse.redirect(target, 301);
  },
  trailingSlash(request) {
    const { pathname, search } = request.nextUrl;
    const tidy = tidyPath(pathname);
    return tidy === pathname ? null : redirectTo(tidy + search, request, 308);
  },
  locale(request) {
    const { pathname, search } = request.nextUrl;
    const english = pathname === "/" && request.cookies.get(LOCALE_COOKIE)?.value === "en";
    return english ? privately(redirectTo(`/en${search}`, request, 307)) : page(request);
  },
};
/** "An authentication guard, a redirect step and a language step run before every route." */
const ORDER = ["guard", "redirects", "trailingSlash", "locale"];

export default async function middleware(request: NextRequest): Promise<Response> {
  try {
    await lookAgain(placeOf(request.nextUrl.pathname));
    return runSteps(ORDER, STEPS, request) ?? NextResponse.next();
  } catch (error) {
    console.error(error);
    const { status, message } = error instanceof RouteError ? error : new RouteError(500, "");
    return new Response(message, { status, headers: { "Cache-Control": PRIVATE } });
  }
}

function visitorOf({ cookies }: NextRequest): Visitor {
  const access = cookies.get(sessionCookieNames.access)?.value ?? null;
  if (isGood(access, Date.now())) return "signed_in";
  if (!cookies.has(sessionCookieNames.refresh)) return "none";
  // A renewal that just failed is not tried again at once: the page says what is wrong.
  return cookies.has(RENEWED) ? "signed_in" : "to_renew";
}

function redirectTo(path: string, request: NextRequest, status: 307 | 308): NextResponse {
  return NextResponse.redirect(new URL(path, request.nextUrl.origin), status);
}

function privately(response: NextResponse): NextResponse {
  response.headers.set("Cache-Control", PRIVATE);
  return response;
}

/** The 404 page in its language, with its status: a page cannot set one for finished HTML. */
function missing(request: NextRequest): NextResponse {
  const { locale } = placeOf(request.nextUrl.pathname);
  return NextResponse.rewrite(new URL(`/${locale}/not-found`, request.url), {
    status: 404,
    // The page is kept for a year; that an address leads nowhere is not.
    headers: { "Cache-Control": "public, max-age=0, must-revalidate" },
  });
}

/** The page itself, in its language; personal ones under a policy with a nonce of this answer. */
function page(request: NextRequest): NextResponse {
  const place = placeOf(request.nextUrl.pathname);
  // An editor's preview also shows what is not published.
  const exists = request.cookies.has(DRAFT_COOKIE) || mayBePublished(place);
  if (!isKnown(place.path) || !exists) return missing(request);
  const personal = isPersonal(request.nextUrl.pathname);
  const headers = new Headers(request.headers);
  // Next takes a nonce from the request's policy: a caller's must never get into a stored page.
  headers.delete("Content-Security-Policy");
  headers.delete("Content-Security-Policy-Report-Only");
  const { url, method } = request;
  if (!personal) return localize(new NextRequest(url, { method, headers }));
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = strictPolicy(nonce, { development: site.development });
  headers.set("Content-Security-Policy", policy);
  const response = privately(localize(new NextRequest(url, { method, headers })));
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

export const config = {
  // The cache handler that writes policies into stored pages needs Node.
  runtime: "nodejs",
  // Never /wp-json or /api: a matched body is cut at 10 MB without an error. No files either.
  matcher: ["/((?!(?:wp-json|api|_next)(?:/|$)|.*\\.[a-zA-Z0-9]+$).*)"],
};
