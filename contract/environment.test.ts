import { expect, test } from "vitest";
import { z } from "zod";
import { readEnvironment, sharedVariables } from "./environment";

const schema = z.object({ ...sharedVariables, NEEDED: z.string(), AMOUNT: z.coerce.number() });

test("an empty variable is a missing one, and a missing one has its default", () => {
  const { data } = readEnvironment(schema, { NEEDED: "x", AMOUNT: "1", PROGRAMME_NAME: "" });
  expect(data?.PROGRAMME_NAME).toBe("Slancio");
});

test("everything that is wrong is said at once, each with the variable's name", () => {
  const { data, problems } = readEnvironment(schema, {
    NEEDED: "",
    AMOUNT: "x",
    SITE_URL: "ftp://a",
  });
  expect(data).toBeUndefined();
  expect(problems).toHaveLength(3);
  expect(problems).toContain("NEEDED: is missing");
  expect(problems.join("\n")).toMatch(/^SITE_URL: /m);
});

test("the site's address has no slash at its end, so that paths can follow it", () => {
  const { data } = readEnvironment(schema, {
    NEEDED: "x",
    AMOUNT: "1",
    SITE_URL: "https://a.it//",
  });
  expect(data?.SITE_URL).toBe("https://a.it");
});
