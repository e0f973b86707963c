import { useFormatter, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { SOCIAL_RETURN } from "@/contract/programme";
import { PageLink } from "@/lib/i18n/page-link";
import { ReturnDiscs } from "../errors/return-discs";
import styles from "./social-return.module.css";

/** Shows one euro and its social return as two touching discs with proportional areas. */
export function SocialReturn() {
  const t = useTranslations("home.return");
  const format = useFormatter();
  return (
    <section className={styles.return}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <h2>{t("title")}</h2>
          <p className={styles.text}>{t("text", { ratio: format.number(SOCIAL_RETURN) })}</p>
          <GoLink component={PageLink} href="/chi-siamo" prefetch={false}>
            {t("how")}
          </GoLink>
        </div>
        <div className={styles.figure}>
          <ReturnDiscs />
        </div>
      </div>
    </section>
  );
}
