import { useTranslations } from "next-intl";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import { config } from "@/lib/config";
import styles from "./about-head.module.css";

/** Renders the head of the about page: a very large title, then the programme's purpose. */
export function AboutHead() {
  const t = useTranslations("about");
  return (
    <header className={styles.head}>
      <LeapTitle text={t("title")} />
      <p className={styles.claim}>{t("claim")}</p>
      <div className={styles.text}>
        <p>{t("text1", { programme: config.programmeName, group: config.group.name })}</p>
        <p>{t("text2")}</p>
      </div>
    </header>
  );
}
