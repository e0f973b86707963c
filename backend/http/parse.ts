import type { z } from "zod";
import { fieldErrors } from "@/contract/errors";
import { type Language, languageOf } from "@/contract/languages";
import { JSON_BODY_MAX, readText } from "@/contract/read-body";
import { fail } from "./failure";

/** The JSON body of a request; 413 past the limit, 400 when it is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const body = await readText(request, JSON_BODY_MAX);
  if ("unread" in body) {
    // A client that left half-way waits for no answer, and nothing of ours has failed.
    return fail(body.unread === "too_large" ? "too_large" : "not_json");
  }
  const { text } = body;
  // Some clients send no body with DELETE: it counts as an empty object.
  if (text === "" && request.method === "DELETE") return {};
  try {
    return JSON.parse(text);
  } catch {
    return fail("not_json");
  }
}

/** Parses against a schema of the contract; 422 invalid_fields names what is wrong. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) fail("invalid_fields", { fields: fieldErrors(result.error) });
  return result.data;
}

/**
 * The version a client holds: a bare or quoted integer in If-Match; null without the header.
 * Anything else is NaN, which matches nothing.
 */
export function readIfMatch(request: Request): number | null {
  const header = request.headers.get("if-match");
  if (header === null || header.trim() === "*") return null;
  const match = /^\s*(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))\s*$/.exec(header);
  return match ? Number(match[1] ?? match[2]) : Number.NaN;
}

/** `lang` names every language but the default. Of a parameter that comes twice the last counts, as everywhere. */
export function readLanguage(url: URL): Language {
  return languageOf(url.searchParams.getAll("lang").at(-1) ?? null);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether something from outside can be an id at all: PostgreSQL fails on what cannot. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

/** An id from a path, or 404: what is not an id cannot exist. */
export function readId(value: string): string {
  if (!isId(value)) fail("not_found");
  return value.toLowerCase();
}
