import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TESTED } from "./tested";

test("the accessibility statement names the axe that looks at the pages", () => {
  const manifest = join(import.meta.dirname, "../../node_modules/axe-core/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  expect(`${version}.`.startsWith(`${TESTED.axe}.`), version).toBe(true);
});
