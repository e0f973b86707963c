import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";

const GOOD = {
  DATABASE_URL: "postgres://127.0.0.1/slancio",
  SMTP_URL: "smtp://127.0.0.1:25",
  TOKEN_SECRET: "a secret of the tests, long enough to be one",
};

/** Checks a configuration as the launcher does. Ignores the environment variables of the test process. */
function check(env: Record<string, string>) {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "lib/api/check-configuration.ts"],
    {
      cwd: join(import.meta.dirname, "../.."),
      env: { PATH: process.env.PATH, NODE_ENV: "test", ...env } as NodeJS.ProcessEnv,
      encoding: "utf8",
    },
  );
  const [heading = "", ...lines] = stderr.trim().split("\n");
  return { status, heading, wrong: lines.map((line) => line.trim().split(":")[0]) };
}

test("a valid configuration prints nothing, and an empty value counts as unset", () => {
  expect(check({ ...GOOD, CONTACT_MAIL: "", TRUSTED_HOPS: "" })).toMatchObject({
    status: 0,
    heading: "",
  });
});

test("https without a configured proxy prints a warning at each start, and the product starts", () => {
  const https = { ...GOOD, SITE_URL: "https://slancio.example" };
  const told = check(https);
  expect(told.status).toBe(0);
  expect(told.heading).toMatch(/TRUSTED_HOPS/);
  expect(check({ ...https, TRUSTED_HOPS: "1" }).heading).toBe("");
});

test("the configuration check lists all errors of site and back end, and the process ends", () => {
  const told = check({
    SITE_URL: "nope",
    CONTACT_MAIL: "x",
    TRUSTED_HOPS: "-1",
    SMTP_URL: "ftp://x",
  });
  expect(told.status).toBe(1);
  expect(told.heading).toBe("The configuration is wrong:");
  expect(told.wrong).toEqual([
    "SITE_URL",
    "CONTACT_MAIL",
    "DATABASE_URL",
    "SMTP_URL",
    "TOKEN_SECRET",
    "TRUSTED_HOPS",
  ]);
});

test("outside the demo a missing or short secret is refused", () => {
  const { TOKEN_SECRET: _, ...rest } = GOOD;
  expect(check(rest).wrong).toEqual(["TOKEN_SECRET"]);
  expect(check({ ...rest, TOKEN_SECRET: "short" }).wrong).toEqual(["TOKEN_SECRET"]);
});

test("a separate back end checks its own variables", () => {
  expect(check({ WP_API_URL: "https://wp.example.org" }).status).toBe(0);
});

test.each(LANGUAGES)("no message of the interface names the programme: %s", (language) => {
  // Messages must not contain the programme's name, which PROGRAMME_NAME sets. The word "slancio" in lower case is an
  // ordinary Italian word.
  expect(readFileSync(`messages/${language}.json`, "utf8")).not.toContain("Slancio");
});
