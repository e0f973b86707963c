import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const AREA = "app/[[]locale]/dashboard/regia/**/*.tsx";

/** Returns the text of a pattern's first group for every match in the given files. */
const found = (files: string, pattern: RegExp, but = /\.test\./) =>
  globSync(files)
    .filter((file) => !but.test(file))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(pattern)].map(([, own]) => own));

test("the staff pages send the browser every message namespace that their components use", () => {
  const sent = found(AREA, /namespaces=\{\[([^\]]*)\]\}/g).flatMap((names) =>
    [...String(names).matchAll(/"([\w.]+)"/g)].map(([, name]) => name),
  );
  const read = found(
    "components/{staff,submission}/**/*.{ts,tsx}",
    /useTranslations\(\s*["`](\w+(?:\.\w+)*)/g,
  );
  expect(read).toEqual(expect.arrayContaining(["criteria", "evaluation.deck"]));
  const isSent = (name = "") => sent.some((own) => `${name}.`.startsWith(`${own}.`));
  expect([...new Set(read)].filter((name) => !isSent(name))).toEqual([]);
});
