import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const backend = join(root, "backend");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The back end's layers from ARCHITECTURE.md's table, lowest first. Each layer is a list of modules. */
const LAYERS = (() => {
  const [, section = ""] = read("ARCHITECTURE.md").split("### Layers of the back end");
  const [table = ""] = section.split("\n##");
  return [...table.matchAll(/^\| ((?:`[\w-]+` ?)+)\|/gm)].map(([, modules = ""]) =>
    [...modules.matchAll(/[\w-]+/g)].map(([module]) => module),
  );
})();
/**
 * Files directly in the back end's folder. All modules can import the files in `BASE`. The files in `TOP` can import
 * all modules.
 */
const BASE = ["config", "dependencies"];
const TOP = ["app", "housekeeping", "jobs", "metrics", "serve"];

type Arrow = { from: string; to: string; file: string; target: string };

/**
 * Returns all imports between back-end modules, and between modules and files outside modules. Type imports are
 * included.
 */
function arrows(): Arrow[] {
  return globSync("**/*.{ts,tsx}", { cwd: backend })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      importsOf(readFileSync(join(backend, file), "utf8")).flatMap((specifier) => {
        const target = specifier.startsWith("@/backend/")
          ? specifier.slice("@/backend/".length)
          : specifier.startsWith(".")
            ? relative(backend, resolve(backend, dirname(file), specifier))
            : "..";
        const [from, to] = [moduleOf(file), moduleOf(target)];
        return target.startsWith("..") || from === to ? [] : [{ from, to, file, target }];
      }),
    );
}

function importsOf(source: string): string[] {
  const found = source.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)"([^"]+)"/g);
  return [...found].map(([, specifier = ""]) => specifier);
}

/** Returns the module of a back-end file. A file directly in the back end's folder is its own module. */
const moduleOf = (file: string) => file.split("/")[0]?.replace(/\.tsx?$/, "") ?? "";

/**
 * Returns the position of a module's layer, counted from the lowest layer. NaN for a module that ARCHITECTURE.md's
 * table does not name.
 */
function heightOf(module: string): number {
  if (module === "config") return -1;
  // The file dependencies.ts is between the lowest layer, from which it imports types, and the higher layers, which
  // import it.
  if (module === "dependencies") return 0.5;
  if (TOP.includes(module)) return LAYERS.length;
  const height = LAYERS.findIndex((modules) => modules.includes(module));
  return height === -1 ? Number.NaN : height;
}

test("ARCHITECTURE.md's table names each back-end module once", () => {
  const modules = readdirSync(backend, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const files = globSync("*.ts", { cwd: backend }).filter((name) => !name.endsWith(".test.ts"));
  const named = LAYERS.flat();
  expect(named.length).toBeGreaterThan(10);
  expect(new Set(named).size).toBe(named.length);
  expect(named).toEqual(expect.arrayContaining(modules));
  expect([...BASE, ...TOP]).toEqual(expect.arrayContaining(files.map(moduleOf)));
});

test("a back-end module imports only from lower layers, types included", () => {
  const all = arrows();
  expect(all.length).toBeGreaterThan(200);
  const wrong = all.filter(
    ({ from, to }) => !(heightOf(to) < heightOf(from)) && !(isTop(from) && isTop(to)),
  );
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

const isTop = (module: string) => TOP.includes(module);

test("no two back-end modules import each other", () => {
  const drawn = new Set(arrows().map(({ from, to }) => `${from} ${to}`));
  const both = [...drawn].filter((arrow) => drawn.has(arrow.split(" ").toReversed().join(" ")));
  expect(both).toEqual([]);
});

test("only the configuration, the file store and uploads in progress read FILES_DIR", () => {
  const knowing = globSync("**/*.ts", { cwd: backend })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => readFileSync(join(backend, file), "utf8").includes("FILES_DIR"));
  const expected = ["config.ts", "files/under-way.ts", "store/open-store.ts"];
  expect(knowing.toSorted()).toEqual(expected);
});

type Override = {
  includes: string[];
  linter: {
    rules: { style?: { noRestrictedImports?: { options: { patterns: { group: string[] }[] } } } };
  };
};

test("the linter forbids each layer exactly the modules that are not below it", () => {
  const { overrides } = JSON.parse(read("biome.json")) as { overrides: Override[] };
  const rules = overrides.flatMap(({ includes, linter }) => {
    const modules = includes.flatMap((glob) => glob.match(/^backend\/([\w-]+)\/\*\*$/)?.[1] ?? []);
    const groups = linter.rules.style?.noRestrictedImports?.options.patterns ?? [];
    const forbidden = groups.flatMap(({ group }) =>
      group.flatMap((glob) => glob.match(/^\*\*\/\.\.\/\{?([\w,-]+)\}?(?:\/\*\*)?$/)?.[1] ?? []),
    );
    return modules.length > 0
      ? [{ modules, forbidden: forbidden.flatMap((one) => one.split(",")) }]
      : [];
  });
  expect(rules.map(({ modules }) => modules)).toEqual(LAYERS);
  for (const [layer, { modules, forbidden }] of rules.entries()) {
    const known = [...LAYERS.flat(), ...TOP].filter((module) => forbidden.includes(module));
    const notBelow = LAYERS.slice(layer).flat();
    // The modules of a layer must not import each other. A layer with only one module needs no such rule.
    const others =
      modules.length === 1 ? notBelow.filter((module) => module !== modules[0]) : notBelow;
    expect(known, modules.join(" ")).toEqual([...others, ...TOP]);
  }
});

/** Returns the pairs of sibling folders that import each other. Imports from subfolders and type imports count. */
function mutualImports(): string[] {
  const drawn = new Set<string>();
  for (const file of globSync("{app,backend,components,contract,lib}/**/*.{ts,tsx}", {
    cwd: root,
  })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    for (const specifier of importsOf(read(file))) {
      const target = specifier.startsWith("@/")
        ? specifier.slice(2)
        : join(dirname(file), specifier);
      const [from, to] = [file, target].map((path) => dirname(path).split("/"));
      const depth = from?.findIndex((name, index) => name !== to?.[index]) ?? -1;
      if (!/^(?:@\/|\.)/.test(specifier) || depth < 1 || !from?.[depth] || !to?.[depth]) continue;
      drawn.add([from.slice(0, depth).join("/"), from[depth], to[depth]].join(" "));
    }
  }
  return [...drawn].flatMap((arrow) => {
    const [parent = "", from = "", to = ""] = arrow.split(" ");
    return from < to && drawn.has([parent, to, from].join(" ")) ? [`${parent}: ${from} ${to}`] : [];
  });
}

test("no two sibling folders import each other", () => {
  expect(mutualImports()).toEqual([]);
});
