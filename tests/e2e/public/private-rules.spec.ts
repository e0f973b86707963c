import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import postcss, { type Root } from "postcss";
import { expect, test } from "../../support/browser/browser";
import { becomeStaff } from "../../support/browser/staff";

/** Folders of components that only pages with a sign-in use. */
const PRIVATE = ["staff", "evaluation", "application"];
/**
 * Maximum bytes of private styles that a public page can load. Small private modules can share a file with public
 * styles, because a separate file would cost each private page a request. The compiler's limit is half of this
 * (`requestCost` in next.config.ts).
 */
const LITTLE = 10_000;
const SHEET = /<link rel="stylesheet" href="([^"]+\.css[^"]*)"/g;
/** A class name in the build: the CSS module's hash (with an underscore if it starts with a digit), then the name. */
const BUILT = /^(_?[\w-]{6})_(.+)$/;
const NAME = /\.((?:[\w-]|\\[\da-f]{1,6}\s?)+)/gi;
const CODE = /\\([\da-f]{1,6})\s?/gi;

/** Returns the names of all classes in a style sheet. */
function classesOf(root: Root): string[] {
  const names: string[] = [];
  root.walkRules(({ selector }) => {
    for (const [, name = ""] of selector.matchAll(NAME)) {
      names.push(name.replace(CODE, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))));
    }
  });
  return names;
}

const told = (names: Iterable<string>) => [...new Set(names)].sort().join(" ");

/**
 * Returns the CSS modules in some folders. A module's key is the text with all its class names, and its value is its
 * file.
 */
function modulesIn(folders: string[]): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  return new Map(
    files
      .filter((file) => file.endsWith(".module.css"))
      .map((file) => [told(classesOf(postcss.parse(readFileSync(file, "utf8")))), file]),
  );
}

/** Returns one text for each CSS module in a built style sheet. The text contains all class names of the module. */
function modulesOf(css: string): string[] {
  const byMark = new Map<string, string[]>();
  for (const built of classesOf(postcss.parse(css))) {
    const [, mark = "", name = ""] = BUILT.exec(built) ?? [];
    byMark.set(mark, [...(byMark.get(mark) ?? []), name]);
  }
  return [...byMark.values()].map(told);
}

test("a public page loads no style sheet that only signed-in users need", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  // The browser logs a response that asks for re-authentication, because adding an authenticator app requires it.
  allowConsole(/status of 403/);
  test.setTimeout(180_000);
  const others = readdirSync("components", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !PRIVATE.includes(entry.name))
    .map(({ name }) => name);
  const elsewhere = modulesIn(["app", ...others.map((domain) => join("components", domain))]);
  // Skip a private module if a public module has the same class names, because this test cannot tell them apart in the
  // build.
  const own = new Map(
    [...modulesIn(PRIVATE.map((domain) => join("components", domain)))].filter(
      ([names]) => !elsewhere.has(names),
    ),
  );
  // Read each sheet once, because most pages load the same sheets.
  const read = new Map<string, Promise<string[]>>();
  const modulesOfSheet = async (sheet: string) =>
    modulesOf(await (await page.request.get(sheet)).text());
  const loadedBy = async (address: string) => {
    const html = await (await page.request.get(address)).text();
    const sheets = [...html.matchAll(SHEET)].map(([, sheet = ""]) => sheet);
    expect(sheets.length, address).toBeGreaterThan(0);
    for (const sheet of sheets) if (!read.has(sheet)) read.set(sheet, modulesOfSheet(sheet));
    const names = await Promise.all(sheets.map((sheet) => read.get(sheet) ?? []));
    return names
      .flat()
      .flatMap((each) => own.get(each) ?? [])
      .sort();
  };

  const map = await (await page.request.get("/sitemap.xml")).text();
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
  const prefix = path("/").replace(/\/$/, "");
  const mine = addresses
    .map((url) => new URL(url).pathname)
    .filter((each) => each === path("/") || each.startsWith(`${prefix}/`))
    .filter((each) => prefix !== "" || !/^\/en(\/|$)/.test(each));
  expect(mine.length).toBeGreaterThan(20);
  for (const address of [...mine, path("/login"), path("/no/such/page")]) {
    const strangers = await loadedBy(address);
    const bytes = strangers.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes, `${address} loads ${strangers.join(", ")}`).toBeLessThan(LITTLE);
  }

  // Check that the search works: on a private page, it must find private modules.
  await becomeStaff(page, { path, t });
  expect((await loadedBy(path("/dashboard/regia"))).length).toBeGreaterThan(3);
});
