import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/buttons/button";
import { languageName } from "@/contract/languages";
import { config } from "@/lib/config";
import { itemOf } from "@/lib/content/catalogue";
import { otherVersions } from "@/lib/content/preview/other-language";
import { currentPreview, isFramed } from "@/lib/content/preview/preview";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";
import styles from "./preview-bar.module.css";

/**
 * Shows that the page is a preview, of which item, and until when, with links to the item's other versions. Renders
 * nothing outside a preview. Inside the WordPress editor's frame, the bar has no link to the editor, and closing the
 * frame ends the preview.
 */
export async function PreviewBar() {
  const preview = await currentPreview();
  if (!preview) return null;
  const { type, slug, lang, expires } = preview;
  const locale = await getLocale();
  const t = await getTranslations("preview");
  const item = await itemOf(type, slug, locale);
  const ends = new Date(expires * 1000);
  const shown = (instant: Date) =>
    datesIn(locale).date(instant, {
      day: "numeric",
      month: "long",
      hour: "2-digit",
      minute: "2-digit",
    });
  const { wordpress } = config.content;
  const framed = await isFramed();
  const versions = item ? await otherVersions(preview, item) : [];
  return (
    <aside className={styles.bar} aria-label={t("bar")}>
      <meta name="robots" content="noindex, nofollow" />
      <p className={styles.words}>
        <strong>{t("bar")}</strong>{" "}
        {t.rich("status", {
          title: item?.title ?? slug,
          status: item?.isProtected ? "protected" : (item?.status ?? "none"),
          name: (chunks) => <q lang={item?.locale}>{chunks}</q>,
        })}{" "}
        {item?.status === "future" &&
          t.rich("planned", {
            date: shown(new Date(item.publishedAt)),
            time: (chunks) => <time dateTime={item.publishedAt}>{chunks}</time>,
          })}{" "}
        {t.rich("until", {
          ...dated("date", shown(ends)),
          time: (chunks) => <time dateTime={ends.toISOString()}>{chunks}</time>,
        })}
      </p>
      <p className={styles.links}>
        {versions.map(({ locale: language, href }) => (
          <a key={language} href={href} {...(framed && { target: "_blank", rel: "noopener" })}>
            {t("version", { language: languageName(locale, language) })}
          </a>
        ))}
        {wordpress && item?.id && !framed && (
          <a href={`${wordpress}/wp-admin/post.php?post=${item.id}&action=edit`}>{t("edit")}</a>
        )}
      </p>
      {!framed && (
        <form method="post" action="/api/preview">
          <input type="hidden" name="type" value={type} />
          <input type="hidden" name="slug" value={slug} />
          <input type="hidden" name="lang" value={lang} />
          <Button type="submit" small>
            {t("exit")}
          </Button>
        </form>
      )}
    </aside>
  );
}
