import type { z } from "zod";
import { fieldErrors } from "@/contract/errors";
import { type Language, languageOf } from "@/contract/languages";
import { JSON_BODY_MAX, readText } from "@/contract/read-body";
import { fail } from "./failure";

/** Returns the JSON body of a request. Fails with 413 above the size limit, and with 400 for invalid JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const body = await readText(request, JSON_BODY_MAX);
  if ("unread" in body) {
    // A client that disconnects while sending the body causes a 4xx error and not a 5xx, because the server has not
    // failed. No client receives the response.
    return fail(body.unread === "too_large" ? "too_large" : "not_json");
  }
  const { text } = body;
  // A DELETE request without a body counts as an empty object, because some clients send no body.
  if (text === "" && request.method === "DELETE") return {};
  try {
    return JSON.parse(text);
  } catch {
    return fail("not_json");
  }
}

/** Parses a value with a schema of the contract. Fails with 422 invalid_fields, which names the invalid fields. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) fail("invalid_fields", { fields: fieldErrors(result.error) });
  return result.data;
}

/**
 * Returns the version from the request's If-Match header, a bare or quoted integer. Returns null without the header or
 * if the header is `*`. Any other text gives NaN, which matches no version.
 */
export function readIfMatch(request: Request): number | null {
  const header = request.headers.get("if-match");
  if (header === null || header.trim() === "*") return null;
  const match = /^\s*(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))\s*$/.exec(header);
  return match ? Number(match[1] ?? match[2]) : Number.NaN;
}

/**
 * Returns the language from the URL parameter `lang`, or the default language without the parameter. If the URL
 * contains `lang` several times, the last value counts.
 */
export function readLanguage(url: URL): Language {
  return languageOf(url.searchParams.getAll("lang").at(-1) ?? null);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reports whether a value has the format of a database id. PostgreSQL would throw for other texts. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

/** Returns the id from a URL path. Fails with 404 for a text that is not an id. */
export function readId(value: string): string {
  if (!isId(value)) fail("not_found");
  return value.toLowerCase();
}
