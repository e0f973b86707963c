import { useLocale, useTranslations } from "next-intl";
import { ClientMessages } from "@/components/forms/client-messages";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import type { EditionDates } from "@/lib/browser/countdown";
import { getCurrentEdition } from "@/lib/content/edition";
import { PageLink } from "@/lib/i18n/page-link";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { pathFor } from "@/lib/routes/path";
import { useEditionMessages } from "../use-edition-messages";
import styles from "./call-band.module.css";
import { CallBandWords } from "./call-band-messages";

/** Kinds of pages that end with the band about the call. Each kind has a separate sentence. */
export type CallBandPage =
  | "article"
  | "story"
  | "stories"
  | "course"
  | "event"
  | "list"
  | "people"
  | "thanks"
  | "registered";

/**
 * Renders the section at the end of many pages, which leads to the call's page: one sentence, the state of the call, and
 * a link.
 */
export async function CallBand({ page }: { page: CallBandPage }) {
  return <Band page={page} edition={await getCurrentEdition()} />;
}

function Band({ page, edition }: { page: CallBandPage; edition: EditionDates }) {
  const t = useTranslations("callBand");
  const locale = useLocale();
  const dates = useEditionMessages(edition);
  const inAccount = page === "thanks" || page === "registered";
  return (
    <section
      className={styles.band}
      data-page={inAccount ? "thanks" : page}
      data-section="call"
      aria-labelledby="call-band"
    >
      <div className={styles.inner}>
        <div className={styles.words}>
          <h2 id="call-band" className={styles.title}>
            {t(`page.${page}`)}
          </h2>
          <ClientMessages forms={false} namespaces={["countdown.callBand"]}>
            <CallBandWords edition={edition} dates={dates} />
          </ClientMessages>
        </div>
        {inAccount ? (
          // The thank-you pages have a separate content security policy, so the link needs a full page load.
          <ButtonLink href={pathFor({ locale, path: SECTION_PATH.call })}>{t("link")}</ButtonLink>
        ) : (
          <ButtonLink component={PageLink} href={SECTION_PATH.call} prefetch={false}>
            {t("link")}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
