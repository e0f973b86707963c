import { createHash } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { SITE_PAGES } from "@/contract/content/site-pages";
import { NO_PAGE, policyText } from "@/contract/content-policy";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";
import { config } from "../../config";
import { pathFor } from "../../routes/path";

/**
 * Styles of the response to an invalid preview link, which is not a page of the site. The response follows the
 * browser's light or dark mode.
 */
const STYLE =
  ":root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}main{max-inline-size:34rem;margin:18vh auto;padding:0 1.5rem}h1{font-size:1.75rem;line-height:1.1}section+section{margin-block-start:3rem}";
const HASH = createHash("sha256").update(STYLE).digest("base64");
const POLICY = policyText({
  ...NO_PAGE,
  "style-src": [`'sha256-${HASH}'`],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": config.content.frames,
});

/** Reasons why a preview link opens nothing, with the HTTP status. */
const REFUSALS = {
  refused: 403,
  revoked: 403,
  unchecked: 503,
  missing: 404,
  page: 404,
  unread: 503,
} as const;
export type Refusal = keyof typeof REFUSALS;

/**
 * Slugs of the WordPress pages that the site shows, for the message about a page with another slug.
 */
const KNOWN = SITE_PAGES.flatMap(({ text }) => text ?? []).join(", ");

/**
 * Returns the response to a preview link that opens nothing. Invented, changed, and expired links all get the same
 * text, so that the text does not reveal which items exist. Only the holder of a signed link learns that the link was
 * revoked, that its item does not exist, or that no page shows the item.
 */
export async function previewRefused(reason: Refusal): Promise<Response> {
  const parts = await Promise.all(
    LANGUAGES.map(async (locale) => {
      const t = await getTranslations({ locale, namespace: "preview" });
      const home = pathFor({ locale, path: "/" });
      return `<section lang="${locale}"><h1>${t(reason)}</h1><p>${t(`${reason}Text`, { known: KNOWN })}</p><p><a href="${home}">${t("home")}</a></p></section>`;
    }),
  );
  const t = await getTranslations({ locale: DEFAULT_LANGUAGE, namespace: "preview" });
  const html = `<!doctype html><html lang="${DEFAULT_LANGUAGE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${t(reason)}</title><style>${STYLE}</style></head><body><main>${parts.join("")}</main></body></html>`;
  return new Response(html, {
    status: REFUSALS[reason],
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex, nofollow",
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": POLICY,
    },
  });
}
