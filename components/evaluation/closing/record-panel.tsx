"use client";

import { useLocale, useTranslations } from "next-intl";
import { DownloadRow } from "@/components/submission/downloads/download-row";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { getEvaluationRecord } from "@/contract/evaluation/evaluation-work";
import { call } from "@/lib/api/call";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { fileSuffix } from "../evaluation-state";
import { rankingAddress } from "../list/list-query";
import { useDates } from "../use-dates";
import styles from "./record-panel.module.css";

/** Shows the record of a closed evaluation: the time of closing, the fingerprint, a download, and further links. */
export function RecordPanel({
  edition,
  round,
  closedAt,
  sha256,
  ranked,
  after,
  query = {},
}: {
  edition: number;
  /** The number of the evaluator's round; absent if the edition has only its first round. */
  round?: number | undefined;
  closedAt: string;
  sha256: string;
  /** Whether the evaluator can read the ranking. */
  ranked: boolean;
  /** Name of the later round that hides the ranking until the evaluator closes that round too. */
  after?: string | undefined;
  query?: ProjectListQuery;
}) {
  const t = useTranslations("evaluation.record");
  const locale = useLocale();
  const { moment } = useDates();
  return (
    <section className={styles.panel} aria-labelledby="record-title">
      <h2 id="record-title" className={styles.title}>
        {t("title")}
      </h2>
      <p>{t("closedAt", dated("date", moment(closedAt)))}</p>
      <dl className={styles.hash}>
        <dt>{t("hash")}</dt>
        <dd>
          <code>{sha256}</code>
        </dd>
      </dl>
      <DownloadRow
        title={t("file")}
        text={t("fileText")}
        button={t("download")}
        name={`${edition}${fileSuffix(round)}.json`}
        ask={(signal) => call(getEvaluationRecord, { locale, query: { edition, round }, signal })}
      />
      {!ranked && after && <p>{t("rankingAfter", { after })}</p>}
      {ranked && (
        <p className={styles.way}>
          <GoLink component={Link} href={rankingAddress(query)}>
            {t("ranking")}
          </GoLink>
        </p>
      )}
    </section>
  );
}
