import { z } from "zod";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../languages";
import { CONTENT_TYPES } from "./content-types";
import { plainSlug, SLUG } from "./slugs";

/*
 * Preview links: `GET /api/preview?type=posts&slug=…&lang=en&expires=…&id=…&signature=…`. The site creates shared
 * links. Their id is stored in the back end (preview-links.ts). WordPress's preview button creates links without an id,
 * for the editor only.
 */

/** Maximum lifetime of a stored preview link in seconds: seven days. */
export const PREVIEW_MAX_SECONDS = 604_800;
/**
 * Maximum lifetime in seconds of a preview link without an id: one hour, plus one hour in case a server's clock is
 * wrong. The lifetime is short, because these links are not stored and cannot be revoked.
 */
export const UNLISTED_MAX_SECONDS = 7_200;

/**
 * Content item that a preview link opens, the link's expiry (seconds since 1970), and the link's id in the back end.
 */
export const previewSchema = z.object({
  type: z.enum(CONTENT_TYPES),
  slug: z.string().max(1_000).transform(plainSlug).pipe(z.string().regex(SLUG)),
  lang: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE),
  expires: z.coerce.number().int().positive(),
  id: z.uuid().optional(),
});
export type PreviewItem = z.output<typeof previewSchema>;

const SIGNATURE = /^[0-9a-f]{64}$/;

/**
 * Returns a preview link's signature: HMAC-SHA256 of the link's values, one per line, as 64 hex digits.
 */
export async function signPreview(item: PreviewItem, secret: string): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", await keyOf(secret), bytesOf(item));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/**
 * Reports whether a preview link is valid at `now` (ms): signed with the secret, not expired, and within the maximum
 * lifetime. Compares signatures in constant time.
 */
export async function isPreviewGood(
  item: PreviewItem,
  signature: string,
  { secret, now }: { secret: string; now: number },
): Promise<boolean> {
  if (!SIGNATURE.test(signature)) return false;
  const given = Uint8Array.from(signature.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
  const key = await keyOf(secret);
  // WordPress signs a non-ASCII slug as it stores the slug: percent-encoded, in lower case.
  const encoded = { ...item, slug: encodeURIComponent(item.slug).toLowerCase() };
  const signed =
    (await crypto.subtle.verify("HMAC", key, given, bytesOf(item))) ||
    (await crypto.subtle.verify("HMAC", key, given, bytesOf(encoded)));
  const left = item.expires - now / 1000;
  return signed && left > 0 && left <= (item.id ? PREVIEW_MAX_SECONDS : UNLISTED_MAX_SECONDS);
}

/** Returns the query string of a signed preview link. */
export async function previewQuery(item: PreviewItem, secret: string): Promise<URLSearchParams> {
  const { type, slug, lang, expires, id } = item;
  const signature = await signPreview(item, secret);
  const stored = { ...(id && { id }), signature };
  return new URLSearchParams({ type, slug, lang, expires: String(expires), ...stored });
}

function bytesOf({ type, slug, lang, expires, id }: PreviewItem): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode([type, slug, lang, expires, ...(id ? [id] : [])].join("\n"));
}

function keyOf(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const raw = new TextEncoder().encode(secret);
  return crypto.subtle.importKey("raw", raw, algorithm, false, ["sign", "verify"]);
}
