import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { FIGURES } from "@/contract/quoted-numbers";
import { PageLink } from "@/lib/i18n/page-link";
import { ReturnDiscs } from "../errors/return-discs";
import styles from "./return-band.module.css";

/**
 * Shows the social return per euro and the meaning of this number. Links to the article about its calculation, if the
 * site has the article.
 */
export function ReturnBand({ article }: { article: string | undefined }) {
  const t = useTranslations("about.return");
  return (
    <section className={styles.band}>
      <h2 className={styles.title}>{t("title")}</h2>
      <div className={styles.figure}>
        <ReturnDiscs />
      </div>
      <div className={styles.words}>
        <p className={styles.lead}>{t("text", FIGURES)}</p>
        <p>{t("doubt")}</p>
        {article && (
          <GoLink component={PageLink} href={article} prefetch={false}>
            {t("article", FIGURES)}
          </GoLink>
        )}
        <GoLink component={PageLink} href="/community-event" prefetch={false}>
          {t("whitepaper")}
        </GoLink>
      </div>
    </section>
  );
}
