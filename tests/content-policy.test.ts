import { PHASE_PRODUCTION_SERVER } from "next/constants";
import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { download } from "@/backend/http/download";
import { FIRST_FRAME_HASH } from "@/lib/browser/first-frame";
import PagePolicyCache from "@/lib/page-cache/page-policy.cjs";
import middleware from "@/middleware";
import configOf from "@/next.config";

const HEADER = "content-security-policy";

type Directives = Record<string, string[]>;

function parse(text: string | null | undefined): Directives {
  return Object.fromEntries(
    (text ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
}

/** Returns the content security policy of a prerendered page, as the page cache stores it. */
async function finished(path: string, html: string): Promise<Directives> {
  const cache = new PagePolicyCache({
    serverDistDir: "/nowhere/server",
    revalidatedTags: [],
    maxMemoryCacheSize: 0,
  } as never);
  const page: { kind: "APP_PAGE"; html: string; headers?: Record<string, string> } = {
    kind: "APP_PAGE",
    html,
  };
  await cache.set(`/route-cache/x/$/it${path}`, page as never, {} as never);
  return parse(page.headers?.[HEADER]);
}

/** Returns the content security policy of a private page, as the middleware sets it. */
async function personal(path: string): Promise<Directives> {
  const answer = await middleware(new NextRequest(`http://localhost:3000${path}`));
  return parse(answer.headers.get(HEADER));
}

const PAGE = "<script>a()</script><script src='/b.js'></script><style>p{top:0}</style>";
const KINDS = ["script-src", "style-src", "style-src-attr", "img-src", "media-src"];

test("the policies of prerendered and personal pages differ only in scripts, styles, images and media", async () => {
  const [one, other] = [await finished("/academy", PAGE), await personal("/thankyou-page")];
  const rest = (policy: Directives) =>
    Object.fromEntries(Object.entries(policy).filter(([name]) => !KINDS.includes(name)));
  expect(rest(one)).toEqual({
    "default-src": ["'self'"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  });
  expect(rest(other)).toEqual(rest(one));
});

test("a prerendered page may use only its own inline scripts and styles", async () => {
  expect(await finished("/academy", PAGE)).toMatchObject({
    "script-src": ["'self'", "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='"],
    "style-src": ["'self'", expect.stringMatching(/^'sha256-[\w+/]{43}='$/)],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:"],
  });
});

test("a personal page may run scripts with its nonce and show blobs that it creates", async () => {
  expect(await personal("/thankyou-page")).toMatchObject({
    "script-src": [
      "'self'",
      expect.stringMatching(/^'nonce-/),
      "'strict-dynamic'",
      `'${FIRST_FRAME_HASH}'`,
    ],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "blob:", "data:"],
    "media-src": ["'self'", "blob:"],
  });
});

test("a response that is no page may not be framed and loads nothing", async () => {
  const nothing = { "default-src": ["'none'"], "frame-ancestors": ["'none'"] };
  const kept = download(Buffer.from(""), { type: "application/pdf", name: "a.pdf" });
  expect(parse(kept.headers.get(HEADER))).toEqual({ sandbox: [], ...nothing });
  const redirect = await middleware(new NextRequest("http://localhost:3000/dashboard"));
  expect(parse(redirect.headers.get(HEADER))).toEqual(nothing);
  const rules = (await (await configOf(PHASE_PRODUCTION_SERVER)).headers?.()) ?? [];
  const files = rules.flatMap(({ source, headers }) =>
    headers.flatMap(({ key, value }) =>
      key.toLowerCase() === HEADER ? [[source, parse(value)]] : [],
    ),
  );
  expect(files).toEqual([
    ["/api/:path((?!preview$).*)", nothing],
    ["/_next/image", nothing],
    ["/:path*/calendar", nothing],
    ["/:file(.*\\.[a-zA-Z0-9]+)", { "frame-ancestors": ["'none'"] }],
  ]);
});
