import { useLocale, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import type { Stage } from "@/contract/evaluation/funnel";
import { exportSelection, type SelectionRow } from "@/contract/staff/selection";
import { hrefOf } from "@/lib/api/client";
import pageStyles from "../list/list-page.module.css";
import { useExport } from "../list/use-export";
import styles from "./selection.module.css";

/** Links to the ranking as a table, which requires a passkey, and to the decisions of the selected stage. */
export function Exports({
  edition,
  rows,
  stage,
}: {
  edition: number;
  rows: readonly SelectionRow[];
  stage: Stage;
}) {
  const t = useTranslations("staff.selection");
  const locale = useLocale();
  const onExport = useExport();
  const input = rows.filter((row) => row.decisions.some((one) => one.stage === stage)).length;
  const href = (more: { stage?: Stage }) =>
    hrefOf(exportSelection, { locale, query: { edition, ...more } });
  return (
    <p className={cx(pageStyles.found, styles.exports)}>
      <a href={href({})} download onClick={onExport}>
        {t("export", { count: rows.length })}
      </a>
      {input > 0 && (
        <a href={href({ stage })} download onClick={onExport}>
          {t("exportStage", { count: input, stage: t(`stage.${stage}`) })}
        </a>
      )}
    </p>
  );
}
