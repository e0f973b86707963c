import { readdir, readFile } from "node:fs/promises";
import { generateDrizzleJson } from "drizzle-kit/api";
import { expect, test } from "vitest";
import config from "../../drizzle.config";
import { knownMigrations } from "./migrate";

const META = "backend/db/migrations/meta";
const MODULES = import.meta.glob("./schema/*.ts", { eager: true });

test("the newest migration has the schema of the code, so that `npm run migrations` has nothing to write", async () => {
  const [number] = (await knownMigrations()).at(-1)?.split("_") ?? [];
  const file = `${number}_snapshot.json`;
  const { id, prevId, ...migrated } = JSON.parse(await readFile(`${META}/${file}`, "utf8"));
  const imports = Object.assign({}, ...Object.values(MODULES));
  const current = generateDrizzleJson(imports, prevId, undefined, config.casing);
  expect(JSON.parse(JSON.stringify({ ...current, id }))).toEqual({ ...migrated, id, prevId });
  // drizzle-kit compares the code only with the newest snapshot of the schema, so older snapshots, each with thousands
  // of lines, are deleted.
  expect(await readdir(META)).toEqual([file, "_journal.json"]);
});
