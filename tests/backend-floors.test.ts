import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const backend = join(root, "backend");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The rooms of each floor, from the ground up, as ARCHITECTURE.md's table has them. */
const FLOORS = (() => {
  const [, section = ""] = read("ARCHITECTURE.md").split("### Floors of the back end");
  const [table = ""] = section.split("\n##");
  return [...table.matchAll(/^\| ((?:`\w+` ?)+)\|/gm)].map(([, rooms = ""]) =>
    [...rooms.matchAll(/\w+/g)].map(([room]) => room),
  );
})();
/** The files beside the rooms: two that every room may know, and those that know the rooms. */
const GROUND = ["config", "dependencies"];
const ROOF = ["app", "housekeeping", "jobs", "metrics"];

type Arrow = { from: string; to: string; file: string; target: string };

/** Every import between two rooms, or between a room and a file beside them; of types too. */
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
        const [from, to] = [roomOf(file), roomOf(target)];
        return target.startsWith("..") || from === to ? [] : [{ from, to, file, target }];
      }),
    );
}

function importsOf(source: string): string[] {
  const found = source.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)"([^"]+)"/g);
  return [...found].map(([, specifier = ""]) => specifier);
}

/** The room of a file of the back end, or the file's own name when it lies beside them. */
const roomOf = (file: string) => file.split("/")[0]?.replace(/\.tsx?$/, "") ?? "";

/** How high something stands; what no table names stands nowhere. */
function heightOf(room: string): number {
  if (room === "config") return -1;
  // It names what stands on the ground, and all above are handed it.
  if (room === "dependencies") return 0.5;
  if (ROOF.includes(room)) return FLOORS.length;
  const height = FLOORS.findIndex((rooms) => rooms.includes(room));
  return height === -1 ? Number.NaN : height;
}

test("the table names every room, and each once", () => {
  const rooms = readdirSync(backend, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const files = globSync("*.ts", { cwd: backend }).filter((name) => !name.endsWith(".test.ts"));
  const named = FLOORS.flat();
  expect(named.length).toBeGreaterThan(10);
  expect(new Set(named).size).toBe(named.length);
  expect(named).toEqual(expect.arrayContaining(rooms));
  expect([...GROUND, ...ROOF]).toEqual(expect.arrayContaining(files.map(roomOf)));
});

test("no import points up or sideways, types included", () => {
  const all = arrows();
  expect(all.length).toBeGreaterThan(200);
  const wrong = all.filter(
    ({ from, to }) => !(heightOf(to) < heightOf(from)) && !(isRoof(from) && isRoof(to)),
  );
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

const isRoof = (room: string) => ROOF.includes(room);

test("no two rooms import each other", () => {
  const drawn = new Set(arrows().map(({ from, to }) => `${from} ${to}`));
  const both = [...drawn].filter((arrow) => drawn.has(arrow.split(" ").toReversed().join(" ")));
  expect(both).toEqual([]);
});

test("where files are kept is known to the store, to uploads under way, and to who opens them", () => {
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

test("the linter forbids each floor exactly what is not below it", () => {
  const { overrides } = JSON.parse(read("biome.json")) as { overrides: Override[] };
  const rules = overrides.flatMap(({ includes, linter }) => {
    const rooms = includes.flatMap((glob) => glob.match(/^backend\/(\w+)\/\*\*$/)?.[1] ?? []);
    const groups = linter.rules.style?.noRestrictedImports?.options.patterns ?? [];
    const forbidden = groups.flatMap(({ group }) =>
      group.flatMap((glob) => glob.match(/^\*\*\/\.\.\/\{?([\w,]+)\}?(?:\/\*\*)?$/)?.[1] ?? []),
    );
    return rooms.length > 0
      ? [{ rooms, forbidden: forbidden.flatMap((one) => one.split(",")) }]
      : [];
  });
  expect(rules.map(({ rooms }) => rooms)).toEqual(FLOORS);
  for (const [floor, { rooms, forbidden }] of rules.entries()) {
    const known = [...FLOORS.flat(), ...ROOF].filter((room) => forbidden.includes(room));
    const notBelow = FLOORS.slice(floor).flat();
    // Inside a room that is alone on its floor nothing has to be told apart.
    const others = rooms.length === 1 ? notBelow.filter((room) => room !== rooms[0]) : notBelow;
    expect(known, rooms.join(" ")).toEqual([...others, ...ROOF]);
  }
});
