import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { romeDay, romeDayEnd } from "@/contract/deadline";
import { LANGUAGES } from "@/contract/languages";
import { DRAWN_NAME } from "@/contract/logo";
import { PUBLIC_PAGES } from "@/lib/routes/public-pages";
import { BUILD_FOLDER } from "@/scripts/testing/test-stack.mjs";
import { expect, pathIn, test, wordsOf } from "../../support/browser/browser";
import { textOf, walkOf } from "../../support/browser/walk";
import { BUSSOLA, startBussola } from "../../support/servers/bussola";
import type { Mailbox } from "../../support/servers/mailbox";
import { hasBuild } from "../../support/servers/second-site";

/*
 * Runs the build of one site as a second site with another configuration. No response of the second site may contain a
 * text of the first site. One test checks both languages.
 */
test.skip(({ language }) => language === "en" || !hasBuild);

/** The messages of the interface. Both sites have these texts, and some content titles occur in them. */
const INTERFACE = LANGUAGES.map((language) => readFileSync(`messages/${language}.json`, "utf8"));
const DAY = 86_400_000;
/**
 * Possible end dates of the first site's call: the date that a build assumes (lib/content/edition.ts), and the date in
 * the site's database.
 */
const ENDS = [40, 43].map((days) =>
  romeDayEnd(romeDay(new Date(Date.now() + days * DAY))).toISOString(),
);

/** Returns texts that only the first site has: configuration, content, and dates of the call. */
function wordsOfTheFirst(): string[] {
  const {
    SITE_URL = "",
    THIRD_PARTIES_URL = "",
    PIXEL_ID = "",
    FACEBOOK_APP_ID = "",
  } = process.env;
  const configured = [
    new URL(SITE_URL).host,
    "Slancio",
    "ciao@slancio.example",
    "Ventotto",
    "Fondazione Primo Passo",
    "Via del Molo",
    "080 000 0100",
    ...LANGUAGES.map((language) =>
      wordsOf(language)("footer.taxNumber", { number: "00000000000" }),
    ),
    "social.slancio.example",
    "example.org/",
    "turkiye.",
    "/policy/",
    new URL(THIRD_PARTIES_URL).host,
    "GTM-TEST",
    PIXEL_ID,
    FACEBOOK_APP_ID,
    "slancio-test.apps",
    ...ENDS,
  ];
  const items = LANGUAGES.flatMap((language) =>
    CONTENT_TYPES.flatMap((type) => {
      const folder = join("content", language, type);
      return readdirSync(folder).flatMap((name) => {
        const title = /^title: "(.*)"$/m.exec(readFileSync(join(folder, name), "utf8"))?.[1];
        return title?.includes("{{") ? [] : [name.replace(/\.md$/, ""), title ?? ""];
      });
    }),
  );
  const own = items.filter(
    (word) =>
      word.length > 9 && !/old$/i.test(word) && !INTERFACE.some((text) => text.includes(word)),
  );
  // Names of content items that both sites have.
  const everywhere = ["accessibility", "cookie-policy"];
  return [...configured, ...own.filter((word) => !everywhere.includes(word))];
}

/** Returns the paths on the same site that a response links to. */
function ledTo(text: string, url: string): string[] {
  const found = [
    ...text.matchAll(/(?:href|src)="([^"]+)"|content="(http[^"]+)"|<loc>([^<]+)|<link>([^<]+)/g),
  ];
  return found.flatMap(([, ...parts]) => {
    const target = (parts.find(Boolean) ?? "").replaceAll("&amp;", "&");
    if (!URL.canParse(target, url) || /^(mailto|data|tel):/.test(target)) return [];
    const { origin, pathname, search } = new URL(target, url);
    return origin === url || origin === BUSSOLA.SITE_URL ? [pathname + search] : [];
  });
}

/** Returns all script files and style sheets of the build. */
function bundles(): string[] {
  const folder = join(BUILD_FOLDER, "static");
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.(js|css|json)$/.test(name))
    .map((name) => `/_next/static/${name}`);
}

const OTHERS = [
  "/sitemap.xml",
  "/robots.txt",
  "/manifest.webmanifest",
  "/.well-known/security.txt",
  "/feed.xml",
  "/en/feed.xml",
  "/feed.json",
  "/call.ics",
  "/en/call.ics",
  "/open-calls.json",
  "/evento/bussola-events/calendar",
  "/no-such-file.txt",
  "/api/third-parties",
  "/api/captcha",
  "/api/health",
  "/wp-json/",
  "/wp-json/openapi.json",
  "/worklife-talk",
  "/it",
  "/tr",
];
const PERSONAL = [
  "/login",
  "/registration",
  "/login/password-recovery",
  "/search?q=nord",
  "/nothing",
];

type Site = Awaited<ReturnType<typeof startBussola>>;
type Look = (where: string, text: string) => void;

/** Returns a function that searches a response for texts of the first site and records them. */
function searcher() {
  const words = wordsOfTheFirst();
  expect(words.length).toBeGreaterThan(100);
  const told: string[] = [];
  const look: Look = (where, text) => {
    // Ignore words of digits in scripts, because scripts contain a list of common passwords, some of which are numbers.
    const isScript = where.endsWith(".js");
    for (const word of isScript ? words.filter((word) => /\D/.test(word)) : words) {
      const place = text.indexOf(word);
      if (place >= 0) told.push(`${where}: ${text.slice(Math.max(0, place - 40), place + 60)}`);
    }
  };
  return { told, look };
}

/**
 * Reads every public page of a site, and all pages that they link to. Returns the duration of each page's first visit
 * in ms.
 */
async function crawl(site: Site, look: Look) {
  const pages = LANGUAGES.flatMap((language) =>
    [...PUBLIC_PAGES.map(({ path }) => path), ...PERSONAL].map((path) => pathIn(language, path)),
  );
  const asked = new Set([...pages, ...OTHERS]);
  const queue = [...asked, ...bundles()];
  const seen = new Map<string, number>();
  const times: number[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path)) continue;
    const { status, headers, text, ms } = await site.get(path);
    seen.set(path, status);
    // A linked page must exist. A page without a link can be missing, because the second site has other content.
    expect(status, path).toBeLessThan(asked.has(path) ? 500 : 400);
    expect(headers.get("strict-transport-security"), path).toMatch(/includeSubDomains$/);
    // Ignore the header's script, which contains the letter shapes of one site's name in every build.
    const own = path.endsWith(".js") ? text.replaceAll(`"${DRAWN_NAME}"`, "") : text;
    look(path, own + JSON.stringify([...headers]));
    const isPage = headers.get("content-type")?.includes("text/html");
    if (isPage || path === "/sitemap.xml") queue.push(...ledTo(text, site.url));
    if (!isPage || status !== 200) continue;
    look(`${path} as client navigation`, (await site.get(path, { RSC: "1" })).text);
    if (!headers.get("cache-control")?.includes("s-maxage")) continue;
    times.push(ms);
    expect(text, path).toContain('data-precedence="next" disabled');
    expect(headers.get("content-security-policy"), path).toMatch(
      /script-src 'self' 'sha256-[^;]+ https:\/\/elsewhere\.bussola\.example/,
    );
    expect((await site.get(path)).headers.get("x-nextjs-cache"), path).toBe("HIT");
  }
  return { seen, times: times.toSorted((one, other) => one - other) };
}

/** Reads the back end's responses to one user: JSON, exports, PDFs, and emails. */
async function readAs(has: string, site: Site, mailbox: Mailbox, look: Look) {
  const { email = "", password = "" } = site.accounts.find((one) => one.has === has) ?? {};
  const post = (address: string, body: object, more: Record<string, string> = {}) =>
    fetch(site.url + address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: BUSSOLA.SITE_URL, ...more },
      body: JSON.stringify(body),
    });
  const signedIn = await post("/api/session", { email, password });
  expect(signedIn.status).toBe(200);
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const headers = { Cookie: cookies.join("; ") };
  const ask = (path: string) => fetch(`${site.url}/wp-json/${path}`, { headers });
  for (const path of ["/dashboard", "/en/dashboard/edit-profile"]) {
    const page = await site.get(path, headers);
    expect([path, page.status]).toEqual([path, 200]);
    look(`${path} of ${has}`, page.text);
  }
  const listed = await (await ask("wp/v2/projects")).json();
  const id = String(listed.projects?.[0]?.id ?? "1");
  const kinds = new Set<string | null>();
  for (const { method, path } of walkOf({ id: [id] })) {
    if (method !== "GET" || /orderby|page|CANARINO/.test(path)) continue;
    const answer = await ask(path);
    if (answer.ok) kinds.add(answer.headers.get("content-type"));
    look(`${path} of ${has}`, await textOf(answer));
  }
  expect([...kinds]).toContain("application/pdf");
  for (const language of LANGUAGES) {
    const to = `${language}-${randomUUID()}@example.net`;
    const change = `/wp-json/wp/v2/users/me/email?lang=${language}`;
    expect((await post(change, { email: to, password }, headers)).status).toBe(202);
    const mail = await mailbox.newest(to);
    expect(mail.text).toContain(BUSSOLA.SITE_URL);
    look(`the mail to ${to}`, JSON.stringify(mail));
  }
}

test("a build can run as another site, and no response contains data of the first site", async ({
  mailbox,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const { told, look } = searcher();
  const site = await startBussola();
  try {
    const began = Date.now();
    const { seen, times } = await crawl(site, look);
    for (const path of ["/", "/en", "/magazine/bussola-posts", "/en/evento/bussola-events"]) {
      expect([path, seen.get(path)]).toEqual([path, 200]);
    }
    const home = await site.get("/");
    expect(home.text).toContain(`<link rel="canonical" href="${BUSSOLA.SITE_URL}"`);
    expect(home.text).toContain("Bussola, il programma di open innovation");
    expect((await site.get("/magazine/due-minuti")).status).toBe(404);
    expect((await site.get("/worklife-talk")).headers.get("location")).toContain("bussola");
    for (const has of ["sent_project", "evaluations"]) await readAs(has, site, mailbox, look);
    expect(told).toEqual([]);
    const seconds = Math.round((Date.now() - began) / 1000);
    console.info(
      `one build: ready ${site.startedIn} ms after its start; ${seen.size} addresses read in ${seconds} s; a page drawn in ${times[times.length >> 1]} ms (median), ${times.at(-1)} ms (slowest)`,
    );
    for (const path of ["/", "/en", "/magazine/1", "/sitemap.xml", "/manifest.webmanifest"]) {
      expect(await (await fetch(baseURL + path)).text(), path).not.toMatch(/bussola/i);
    }
  } finally {
    await site.stop();
  }
});
