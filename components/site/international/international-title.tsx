import { useTranslations } from "next-intl";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import styles from "./title.module.css";

/** "Progetti internazionali", "International projects": the o with nothing above it leaps. */
export function InternationalTitle() {
  const t = useTranslations("international");
  return <LeapTitle text={t("title")} nth={Number(t("titleLeap"))} className={styles.title} />;
}
