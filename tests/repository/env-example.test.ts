import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Variables that only the launcher or Next sets. Users do not set these variables. */
const INNER = ["DEMO_FILE", "MAILBOX_URL", "NEXT_DIST_DIR", "NEXT_PHASE", "NODE_ENV"];

const example = read(".env.example").split("\n");
const listed = example.flatMap((line) => /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);

test.each(["contract/environment.ts", "lib/config.ts", "backend/config.ts"])(
  ".env.example lists each variable of %s",
  (file) => {
    const known = [...read(file).matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name);
    expect(known.length).toBeGreaterThan(5);
    expect(known.filter((name) => name && !INNER.includes(name) && !listed.includes(name))).toEqual(
      [],
    );
  },
);

test(".env.example explains each variable and names none twice", () => {
  expect(new Set(listed).size).toBe(listed.length);
  const unexplained = example.filter((line, index) => {
    if (!/^[A-Z]/.test(line)) return false;
    const above = example.slice(0, index).findLast((other) => !/^[A-Z]/.test(other));
    return !above?.startsWith("# ") || above.startsWith("# ---");
  });
  expect(unexplained).toEqual([]);
});
