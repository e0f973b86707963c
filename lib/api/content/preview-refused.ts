import { createHash } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { routing } from "../i18n/routing";
import { pathFor } from "../routes/path";

/** The one style of the one answer that is no page of the site; the browser's own light or dark. */
const STYLE =
  ":root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}main{max-inline-size:34rem;margin:18vh auto;padding:0 1.5rem}h1{font-size:1.75rem;line-height:1.1}section+section{margin-block-start:3rem}";
const HASH = createHash("sha256").update(STYLE).digest("base64");

/**
 * What a preview link that is not good leads to. It says the same, in both languages, whether the
 * link was made up, changed, or is over: nobody learns which items there are.
 */
export async function previewRefused(): Promise<Response> {
  const parts = await Promise.all(
    routing.locales.map(async (locale) => {
      const t = await getTranslations({ locale, namespace: "preview" });
      const home = pathFor({ locale, path: "/" });
      return `<section lang="${locale}"><h1>${t("refused")}</h1><p>${t("refusedText")}</p><p><a href="${home}">${t("home")}</a></p></section>`;
    }),
  );
  const t = await getTranslations({ locale: routing.defaultLocale, namespace: "preview" });
  const html = `<!doctype html><html lang="${routing.defaultLocale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${t("refused")}</title><style>${STYLE}</style></head><body><main>${parts.join("")}</main></body></html>`;
  return new Response(html, {
    status: 403,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex, nofollow",
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
