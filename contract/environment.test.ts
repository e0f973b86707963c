import { expect, test } from "vitest";
import { z } from "zod";
import { readEnvironment, sharedVariables } from "./environment";

const schema = z.object({ ...sharedVariables, NEEDED: z.string(), AMOUNT: z.coerce.number() });

test("an empty variable counts as missing, and a missing variable has its default", () => {
  const { data } = readEnvironment(schema, { NEEDED: "x", AMOUNT: "1", PROGRAMME_NAME: "" });
  expect(data?.PROGRAMME_NAME).toBe("Slancio");
});

test("all errors of the environment are reported together with the variables' names", () => {
  const { data, problems } = readEnvironment(schema, {
    NEEDED: "",
    AMOUNT: "x",
    SITE_URL: "ftp://a",
  });
  expect(data).toBeUndefined();
  expect(problems).toHaveLength(3);
  expect(problems).toContain("NEEDED: is missing");
  expect(problems).toContain("AMOUNT: must be a number");
  expect(problems.join("\n")).toMatch(/^SITE_URL: must be a complete address/m);
});

test("the site's address has no trailing slash", () => {
  const { data } = readEnvironment(schema, {
    NEEDED: "x",
    AMOUNT: "1",
    SITE_URL: "https://a.it//",
  });
  expect(data?.SITE_URL).toBe("https://a.it");
});
