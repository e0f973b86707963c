import { isPreviewGood, type PreviewItem, previewSchema } from "@/contract/content/preview";
import { config } from "../../../config";
import { previewPath } from "../../../routes/preview";

/*
 * What the previewing browser keeps: the link itself, in an httpOnly cookie that is sent to the
 * item's page alone and expires with the link. Next's own draft cookie beside it is worth nothing
 * without it: that says neither for what nor until when.
 */

/** The cookie of the link. */
export const TICKET = "preview";
/** The cookie of Next's draft mode. */
export const DRAFT_COOKIE = "__prerender_bypass";

/** A link's values as received: from a query, a form or a cookie. */
export type Given = Readonly<Record<string, string | null | undefined>>;

/** The item of a link that is signed, not expired, and has a page; null for any other, whatever the reason. */
export async function previewOf(given: Given, now = Date.now()): Promise<PreviewItem | null> {
  const { data } = previewSchema.safeParse(given);
  if (!data || !previewPath(data)) return null;
  for (const secret of config.previewSecrets) {
    if (await isPreviewGood(data, given.signature ?? "", { secret, now })) return data;
  }
  return null;
}

/** A link as the cookie's value. */
export function ticketOf({ type, slug, lang, expires }: PreviewItem, signature: string): string {
  return [type, slug, lang, expires, signature].join(".");
}

/** The item of a cookie's value; null as above. */
export async function readTicket(
  value: string | undefined,
  now?: number,
): Promise<PreviewItem | null> {
  if (!value) return null;
  const [type, slug, lang, expires, signature] = value.split(".");
  return previewOf({ type, slug, lang, expires, signature }, now);
}

/** A Cookie header without Next's draft cookie. */
export function withoutDraft(header: string): string {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => !pair.startsWith(`${DRAFT_COOKIE}=`)).join("; ");
}
