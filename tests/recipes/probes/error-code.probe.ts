import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { Failure } from "@/backend/http/failure";
import { endpoints } from "@/contract/api";
import { openApiDocument } from "@/contract/openapi";
import { errorOf } from "@/lib/api/client";
import { MESSAGES } from "@/tests/support/render";

test("the back end answers it, and people read its words", async () => {
  const response = new Failure("file_upside_down").toResponse();
  expect(response.status).toBe(422);
  const { code } = await errorOf(response);
  const words = (locale: "it" | "en") =>
    createTranslator({ locale, messages: MESSAGES[locale], namespace: "errors" })(code);
  expect(words("it")).toBe("Il file è capovolto.");
  expect(words("en")).toBe("The file is upside down.");
});

test("the OpenAPI document lists it", () => {
  const about = { title: "t", version: "1", baseUrl: "/wp-json" };
  expect(JSON.stringify(openApiDocument(endpoints, about))).toContain('"file_upside_down"');
});
