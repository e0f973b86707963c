import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import styles from "./feedback-panel.module.css";

/** Renders the buttons to the previous and next page of a panel. Renders nothing if there is one page. */
export function PanelPages({
  list: { page, pages },
  onChoose,
}: {
  list: { page: number; pages: number };
  onChoose: (page: number) => void;
}) {
  const t = useTranslations("staff.feedback");
  if (pages <= 1) return null;
  return (
    <div className={styles.filters}>
      {page > 1 && (
        <Button small variant="secondary" onClick={() => onChoose(page - 1)}>
          {t("previous")}
        </Button>
      )}
      <span>{t("page", { page, pages })}</span>
      {page < pages && (
        <Button small variant="secondary" onClick={() => onChoose(page + 1)}>
          {t("next")}
        </Button>
      )}
    </div>
  );
}
