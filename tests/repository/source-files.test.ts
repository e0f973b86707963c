import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/* Checks rules that every source file must follow, for example that its types are checked. */

const root = join(import.meta.dirname, "../..");

const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((file) => /\.(tsx?|mjs|cjs|css)$/.test(file));
const linesOf = (file: string) => readFileSync(join(root, file), "utf8").trimEnd().split("\n");

test("each JavaScript file has its types checked", () => {
  const scripts = files.filter((file) => /\.[mc]js$/.test(file));
  expect(files.length).toBeGreaterThan(1000);
  expect(scripts.length).toBeGreaterThan(30);
  const unchecked = scripts.filter((file) => !linesOf(file).slice(0, 2).includes("// @ts-check"));
  expect(unchecked).toEqual([]);
});

test("no file contains the markers of an unresolved merge", () => {
  const { status, stdout } = spawnSync("git", ["grep", "-lE", "^(<{7}|>{7}) "], {
    cwd: root,
    encoding: "utf8",
  });
  // git grep exits with 1 if no file matches.
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
});

test("only contract/dates.ts formats dates, with the day first in English too", () => {
  const shown = files.filter(
    (file) => /^(app|components|lib)\//.test(file) && !file.includes(".test."),
  );
  expect(shown.length).toBeGreaterThan(500);
  // Forbid next-intl's date formatter, because it writes "January 1". contract/dates.ts writes the day first.
  const others = shown.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const asks = /\b(?:use|get|create)Formatter\b/.test(text);
    const byIntl = asks && /\.(?:dateTime|dateTimeRange|relativeTime)\(/.test(text);
    return byIntl || /new Intl\.DateTimeFormat|\.toLocale(?:Date|Time)String\(/.test(text);
  });
  expect(others).toEqual([]);
});

/** Returns the class names in the text of a CSS module. */
const classesOf = (file: string) =>
  new Set(
    [...readFileSync(join(root, file), "utf8").matchAll(/\.([a-zA-Z][\w-]*)/g)].map(
      ([, name]) => name,
    ),
  );
const moduleAt = (from: string, address: string) =>
  address.startsWith("@/") ? address.slice(2) : join(dirname(from), address);

test("each class that is used or composed exists in its CSS module", () => {
  const missing: string[] = [];
  const ask = (file: string, module: string, name = "") => {
    if (!files.includes(module)) missing.push(`${file}: ${module}`);
    else if (!classesOf(module).has(name)) missing.push(`${file}: ${name} of ${module}`);
  };
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    if (file.endsWith(".css"))
      for (const [, names = "", address = ""] of text.matchAll(/composes: ([\w ]+) from "(.+?)"/g))
        for (const name of names.split(" ")) ask(file, moduleAt(file, address), name);
    else {
      const code = text.replace(/^import .*$/gm, "");
      for (const [, local, address = ""] of text.matchAll(
        /^import (\w+) from "([^"]+\.module\.css)";/gm,
      ))
        for (const [, name] of code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, "g")))
          ask(file, moduleAt(file, address), name);
    }
  }
  expect(missing).toEqual([]);
});

test("each custom property that a style sheet reads is defined", () => {
  const texts = files.map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
  const set = new Set(
    texts
      .flatMap(([, text]) => [...text.matchAll(/["'\s{;](--[\w-]+)["']?\s*[:,]/g)])
      .map(([, name]) => name),
  );
  const unknown = texts
    .filter(([file]) => file.endsWith(".css"))
    .flatMap(([file, text]) =>
      [...text.matchAll(/var\((--[\w-]+)\)/g)]
        .filter(([, name]) => !set.has(name))
        .map(([, name]) => `${file}: ${name}`),
    );
  expect(unknown).toEqual([]);
});

test("no test helper sets a hook at import, because files that share a process import the helper once", () => {
  const helpers = files.filter((file) => /^tests\//.test(file) && !/\.(?:test|spec)\./.test(file));
  expect(helpers.length).toBeGreaterThan(50);
  const hook = /^(?:before|after)(?:All|Each)\(/m;
  const set = helpers.filter((file) => hook.test(readFileSync(join(root, file), "utf8")));
  // Allow hooks in Vitest's setup file, because Vitest evaluates this file again for every test file.
  expect(set).toEqual(["tests/support/component-setup.ts"]);
});
