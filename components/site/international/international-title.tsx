import { useTranslations } from "next-intl";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import styles from "./title.module.css";

/**
 * Renders the title "Progetti internazionali" or "International projects" with a raised "o". The "o" is chosen so that
 * no letter is above it.
 */
export function InternationalTitle() {
  const t = useTranslations("international");
  return <LeapTitle text={t("title")} nth={Number(t("titleLeap"))} className={styles.title} />;
}
