import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { cx } from "@/components/ui/cx";
import type { Stage } from "@/contract/evaluation/funnel";
import { exportSelection, type SelectionRow } from "@/contract/staff/selection";
import { hrefOf } from "@/lib/api/client";
import { Link } from "@/lib/i18n/navigation";
import { ExportButton } from "../list/export-button";
import pageStyles from "../list/list-page.module.css";
import styles from "./selection.module.css";

/**
 * Renders the exports of the selection: the ranking, which requires a passkey, or the decisions of the shown stage. To
 * print the dossiers of the shown projects, staff use the list of applications.
 */
export function Exports({
  edition,
  round,
  rows,
  stage,
}: {
  edition: number;
  /** Number of the round whose ranking is shown; undefined if the edition has only one round. */
  round: number | undefined;
  rows: readonly SelectionRow[];
  stage: Stage;
}) {
  const t = useTranslations("staff.selection");
  const locale = useLocale();
  const input = rows.filter((row) => row.decisions.some((one) => one.stage === stage)).length;
  const selected = rows.filter((row) =>
    row.decisions.some((one) => one.stage === stage && one.outcome === "selected"),
  ).length;
  const source = (more: { stage?: Stage; outcome?: "selected" }) => ({
    ...{ list: "selection" as const, edition, round },
    href: hrefOf(exportSelection, {
      locale,
      query: { edition, ...(round !== undefined && { round }), ...more },
    }),
  });
  const name = t(`stage.${stage}`);
  return (
    <div className={cx(pageStyles.found, styles.exports)}>
      <ExportButton {...source({})} label={t("export", { count: rows.length })} />
      {input > 0 && (
        <ExportButton
          {...source({ stage })}
          label={t("exportStage", { count: input, stage: name })}
        />
      )}
      {selected > 0 && selected < input && (
        <ExportButton
          {...source({ stage, outcome: "selected" })}
          label={t("exportSelected", { count: selected, stage: name })}
        />
      )}
      {selected > 0 && (
        <GoLink
          component={Link}
          href={`/dashboard/regia/candidature?edition=${edition}&reached=${stage}`}
        >
          {t("dossiers", { count: selected, stage: name })}
        </GoLink>
      )}
    </div>
  );
}
