import { expect, test } from "vitest";
import { getEvaluationFile } from "@/contract/evaluation/evaluations";
import { getReceipt } from "@/contract/project/project";
import { hrefOf } from "./client";

test("a link to an endpoint goes through the gateway and names every language except Italian", () => {
  expect(hrefOf(getReceipt, { locale: "it" })).toBe("/wp-json/wp/v2/project/receipt");
  expect(hrefOf(getReceipt, { locale: "en" })).toBe("/wp-json/wp/v2/project/receipt?lang=en");
});

test("a path parameter stays one path segment, regardless of its characters", () => {
  const params = { id: "../me", fileId: "a?b" };
  expect(hrefOf(getEvaluationFile, { locale: "it", params })).toMatch(/\/\.\.%2Fme\/.*a%3Fb$/);
});
