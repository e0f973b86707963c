import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
/** Staff components that applicants' pages load. They show a staff member that an impersonation is active. */
const SEEN_BY_OTHERS = [
  "components/staff/impersonation/impersonation-banner.module.css",
  "components/staff/impersonation/impersonation-banner.tsx",
  "components/staff/impersonation/impersonation-watch.tsx",
  "components/staff/impersonation/stop-impersonation.tsx",
  "components/staff/impersonation/watch-impersonation.ts",
];

/** Returns the file that an import specifier names. Returns undefined for a package. */
function fileOf(specifier: string, from: string): string | undefined {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? resolve("/", dirname(from), specifier).slice(1)
      : undefined;
  if (base === undefined) return undefined;
  const endings = ["", ".ts", ".tsx", ".mjs", "/index.ts"];
  return endings
    .map((end) => base + end)
    .find((file) => /\.\w+$/.test(file) && existsSync(join(root, file)));
}

/** Returns all files that some files import, directly or indirectly. Includes dynamic imports, but no type imports. */
function broughtBy(files: string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(join(root, file), "utf8").replaceAll(/import type [^;]+;/g, "");
    for (const [, specifier = ""] of source.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)"([^"]+)"/g)) {
      const target = fileOf(specifier, file);
      // Skip back-end code, because pages do not load it in the browser.
      if (target && !target.startsWith("backend/")) found.add(target);
    }
  }
  return found;
}

const pages = globSync("app/**/{page,layout,error,not-found,template,default}.tsx", { cwd: root });
const ofStaff = (file: string) => file.includes("/regia/");

test("pages outside the control room load only the impersonation banner of its components", () => {
  const others = broughtBy(pages.filter((file) => !ofStaff(file)));
  expect(others.size).toBeGreaterThan(300);
  expect([...others].filter((file) => file.startsWith("components/staff/")).sort()).toEqual(
    SEEN_BY_OTHERS,
  );
  // Check that the search works: on the pages of the control room, it must find the control room's components.
  const own = [...broughtBy(pages.filter(ofStaff))].filter((file) =>
    file.startsWith("components/staff/"),
  );
  expect(own.length).toBeGreaterThan(100);
});

test("pages outside the control room get only the impersonation messages of staff", () => {
  const named = [...broughtBy(pages.filter((file) => !ofStaff(file)))]
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      const lists = source.matchAll(/namespaces=\{\[([^\]]*)\]\}/g);
      return [...lists].flatMap(([, list = ""]) => list.match(/"staff[\w.]*"/g) ?? []);
    });
  expect(named.filter((name) => name !== '"staff.look"')).toEqual([]);
});

/** Returns the message namespaces that a page or layout sends to the browser. Undefined if it sends none. */
function sentBy(file: string): string[] | undefined {
  const [, list] = /namespaces=\{\[([^\]]*)\]\}/.exec(readFileSync(join(root, file), "utf8")) ?? [];
  const always = ["errorPage", "forms", "errors", "fieldErrors"];
  return list?.match(/\w+/g)?.concat(always);
}

test.each(pages.filter(ofStaff))("%s gets each message that it displays", (page) => {
  const sent = sentBy(page) ?? sentBy("app/[locale]/dashboard/regia/layout.tsx") ?? [];
  const used = [...broughtBy([page])]
    .filter((file) => file.endsWith(".tsx") || file.endsWith(".ts"))
    .flatMap((file) => {
      const calls = readFileSync(join(root, file), "utf8").matchAll(/useTranslations\("(\w+)/g);
      return [...calls].map(([, name = ""]) => name);
    });
  expect([...new Set(used)].filter((name) => !sent.includes(name))).toEqual([]);
});
