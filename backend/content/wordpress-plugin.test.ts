import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { testFolder } from "@/tests/support/folder";
import { unzip } from "@/tests/support/made-files/unpack";
import { CONTENT } from "../commands/tables/content";
import { buildPlugin, pluginVersion } from "./wordpress-plugin";

test("the command writes a zip that WordPress can install", async () => {
  const to = join(await testFolder("plugin"), "slancio.zip");
  const verb = CONTENT.verbs.find(({ name }) => name === "plugin");
  if (!verb || !("run" in verb)) throw new Error("there is no such verb");
  await verb.run({ option: () => to, print: () => {} } as never);
  const files = await unzip(await readFile(to));
  // WordPress finds a plugin by the header of a PHP file in the zip's only folder.
  expect([...files.keys()].every((name) => name.startsWith("slancio/"))).toBe(true);
  expect(String(files.get("slancio/slancio.php"))).toContain(" * Plugin Name: Slancio\n");
  const data = JSON.parse(String(files.get("slancio/slancio.json")));
  expect(Object.keys(data.types)).toEqual(CONTENT_TYPES);
  expect(data.types.events.fields.starts_at).toEqual({ kind: "date" });
  expect(data.messages.it["column.title"]).toBe("Sul sito");
  expect(String(files.get("slancio/wpml-config.xml"))).toContain(
    '<custom-type translate="1">event</custom-type>',
  );
});

test("the same sources give the same zip", async () => {
  expect((await buildPlugin()).equals(await buildPlugin())).toBe(true);
});

test("the plugin names one version everywhere, and every message that it uses exists", async () => {
  const read = (name: string) => readFileSync(join("wordpress/slancio", name), "utf8");
  const version = pluginVersion();
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(read("slancio.php")).toContain(`const SLANCIO_VERSION = '${version}';`);
  expect(read("readme.txt")).toContain(`Stable tag: ${version}`);
  const { messages } = JSON.parse(
    String((await unzip(await buildPlugin())).get("slancio/slancio.json")),
  );
  const sources = ["assets/editor.js", "includes/admin.php", "includes/site.php"]
    .map(read)
    .join("\n");
  const used = [...sources.matchAll(/(?:slancio_text|text)\(['"]([a-z_.]+)['"]/g)].map(
    ([, key]) => key,
  );
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((key = "") => !(key in messages.it))).toEqual([]);
});
