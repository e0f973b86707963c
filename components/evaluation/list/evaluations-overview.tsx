"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { GoLink } from "@/components/ui/buttons/go-link";
import { ProgressRing } from "@/components/ui/figures/progress-ring";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { useAtLeast } from "@/components/ui/use-at-least";
import type { EvaluationWork } from "@/contract/evaluation/evaluation-work";
import { evaluationsQuery } from "@/lib/api/evaluation-query";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { dueOf } from "../evaluation-state";
import { useDates } from "../use-dates";
import { useTimes } from "../use-times";
import styles from "./evaluations-overview.module.css";
import { listAddress, rankingAddress } from "./list-query";
import { ResubmittedLink } from "./resubmission-link";
import { WorkAction } from "./work-action";

/** Shows an evaluator's home: progress of the current evaluation and the next project, then earlier evaluations. */
export function EvaluationsOverview() {
  const t = useTranslations("evaluation.overview");
  const loading = useTranslations("loading");
  const { data: read, isError, isPending, refetch } = useQuery(evaluationsQuery(useLocale()));
  const waits = useAtLeast(isPending);
  const data = waits ? undefined : read;
  const [current, ...earlier] = data?.evaluations ?? [];
  return (
    <section
      className={styles.overview}
      data-theme="dark"
      data-area="evaluation"
      aria-labelledby="evaluations-title"
    >
      <h1 id="evaluations-title" className={styles.title}>
        {t("title")}
      </h1>
      {!data && !isError && <Skeleton label={loading("label")} lines={4} />}
      {!data && isError && (
        <p role="alert">
          {loading("error")}{" "}
          <button type="button" className={styles.retry} onClick={() => void refetch()}>
            {loading("retry")}
          </button>
        </p>
      )}
      {data && !current && <p>{t("none")}</p>}
      {current && <CurrentWork work={current} />}
      {earlier.length > 0 && (
        <ul className={styles.works}>
          {earlier.map((work) => (
            <EarlierWork key={work.edition} work={work} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns how many of the evaluator's projects are scored, also in percent. Recused projects do not count. */
function progressOf({ counts }: EvaluationWork) {
  const due = dueOf(counts);
  const percent = due > 0 ? Math.min(100, Math.round((counts.scored * 100) / due)) : 0;
  return { scored: counts.scored, due, percent };
}

function CurrentWork({ work }: { work: EvaluationWork }) {
  const t = useTranslations("evaluation.overview");
  const list = useTranslations("evaluation.list");
  const format = useFormatter();
  const { moment } = useDates();
  const times = useTimes();
  const { counts, closed, closed_at, scoring, evaluationDeadlineAt } = work;
  const { percent, ...progress } = progressOf(work);
  const toCome = times.toCome(work);
  const isOpen = !closed && scoring === "open" && evaluationDeadlineAt;
  const left = isOpen ? times.leftUntil(evaluationDeadlineAt) : null;
  const query = { edition: work.edition };
  return (
    <div className={styles.current}>
      <ProgressRing
        value={percent}
        label={t("edition", { year: String(work.edition) })}
        size="var(--space-10)"
        sent={closed}
      >
        <span className={styles.percent}>{format.number(percent / 100, { style: "percent" })}</span>
      </ProgressRing>
      <div className={styles.words}>
        <h2 className={styles.name}>{t("edition", { year: String(work.edition) })}</h2>
        <p className={styles.lead}>
          {list("scored", progress)}
          {left && `, ${left}`}
        </p>
        <p>
          {closed && closed_at
            ? t("closedAt", dated("date", moment(closed_at)))
            : times.scoring(work)}
        </p>
        {!closed && toCome && <p className={styles.detail}>{toCome}</p>}
        {!closed && <ResubmittedLink count={counts.sent_again} query={query} />}
      </div>
      <div className={styles.act}>
        <WorkAction work={work} query={query} />
        <ButtonLink
          component={Link}
          href={listAddress(query, {})}
          variant="secondary"
          small
          prefetch={false}
        >
          {t("all")}
        </ButtonLink>
      </div>
    </div>
  );
}

function EarlierWork({ work }: { work: EvaluationWork }) {
  const t = useTranslations("evaluation.overview");
  const list = useTranslations("evaluation.list");
  const format = useFormatter();
  const { moment } = useDates();
  const times = useTimes();
  const { counts, closed, closed_at } = work;
  const { percent, ...progress } = progressOf(work);
  const begun = counts.scored + counts.partial > 0;
  const query = { edition: work.edition };
  const name = t("edition", { year: String(work.edition) });
  return (
    <li className={styles.work}>
      <ProgressRing value={percent} label={name} size="var(--space-8)" sent={closed}>
        <span className={styles.percent}>{format.number(percent / 100, { style: "percent" })}</span>
      </ProgressRing>
      <div className={styles.words}>
        <h2 className={styles.name}>{name}</h2>
        <p>{list("scored", progress)}</p>
        <p className={styles.detail}>
          {closed && closed_at
            ? t("closedAt", dated("date", moment(closed_at)))
            : times.scoring(work)}
        </p>
      </div>
      <GoLink
        component={Link}
        href={closed ? rankingAddress(query) : listAddress(query, {})}
        prefetch={false}
      >
        {closed && t("ranking")}
        {!closed && work.scoring !== "open" && t("all")}
        {!closed && work.scoring === "open" && (begun ? t("continue") : t("begin"))}
      </GoLink>
    </li>
  );
}
