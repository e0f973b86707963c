import type { z } from "zod";
import { fieldErrors } from "@/contract/errors";
import type { Language } from "@/contract/fields";
import { Failure, fail } from "./failure";

/** The largest JSON body taken, in bytes: the longest application is far below. */
const BODY_MAX = 1_048_576;

/** The JSON body of a request; 413 past the limit, 400 when it is no JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  // Some clients send no body with DELETE: that is an empty object.
  if (text === "" && request.method === "DELETE") return {};
  try {
    return JSON.parse(text);
  } catch {
    return fail("not_json");
  }
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_MAX) fail("too_large");
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Counted while it arrives: a chunked body has no honest length.
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > BODY_MAX) fail("too_large");
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The caller left in the middle: nobody waits for the answer, and nothing of ours has failed.
    fail("not_json");
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Parses by a schema of the contract; 422 invalid_fields names what is wrong. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) fail("invalid_fields", { fields: fieldErrors(result.error) });
  return result.data;
}

/**
 * The version a client holds: a bare or quoted integer in If-Match; null without the header.
 * Anything else can match nothing, which NaN says.
 */
export function readIfMatch(request: Request): number | null {
  const header = request.headers.get("if-match");
  if (header === null || header.trim() === "*") return null;
  const match = /^\s*(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))\s*$/.exec(header);
  return match ? Number(match[1] ?? match[2]) : Number.NaN;
}

/** `lang=en` for English, no `lang` for Italian. */
export function readLanguage(url: URL): Language {
  return url.searchParams.get("lang") === "en" ? "en" : "it";
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id out of a path, or 404: what is not an id cannot be anybody's. */
export function readId(value: string): string {
  if (!UUID.test(value)) fail("not_found");
  return value.toLowerCase();
}
