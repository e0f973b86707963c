import { useLocale, useTranslations } from "next-intl";
import { LeapTitle } from "@/components/ui/leap-title";
import styles from "./title.module.css";

/** "Progetti internazionali", "International projects": the o with nothing above it leaps. */
export function InternationalTitle() {
  const t = useTranslations("international");
  const nth = useLocale() === "it" ? 2 : 1;
  return <LeapTitle text={t("title")} nth={nth} className={styles.title} />;
}
