"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { Status } from "@/components/ui/figures/status";
import type { ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { projectsQuery } from "@/lib/api/evaluation-query";
import { Link } from "@/lib/i18n/navigation";
import { type EvaluationState, STATE_TONES } from "../evaluation-state";
import { listAddress, projectAddress } from "../list/list-query";
import { useReason } from "../use-reason";
import styles from "./closing-review.module.css";

/** Maximum number of projects listed per evaluation state. A link leads to the full list. */
const NAMED = 12;

/**
 * Lists the projects of one evaluation state as links. If there are more projects than `NAMED`, a link leads to the
 * filtered list.
 */
export function ClosingGroup({
  state,
  count,
  query,
}: {
  state: EvaluationState;
  count: number;
  query: ProjectListQuery;
}) {
  const t = useTranslations("evaluation.review");
  const format = useFormatter();
  const reasonOf = useReason();
  // Sort scored projects by the evaluator's own totals, so that the evaluator can check the order of the projects.
  const sorted =
    state === "scored"
      ? ({ orderby: "my_total", order: "desc" } as const)
      : ({ orderby: "nome", order: "asc" } as const);
  const filtered = { ...query, state, ...sorted };
  const { data } = useQuery({
    ...projectsQuery(useLocale(), { ...filtered, per_page: NAMED }),
    enabled: count > 0,
  });
  const projects = count > 0 ? (data?.answer.projects ?? []) : [];
  return (
    <section className={styles.group} aria-labelledby={`group-${state}`}>
      <h2 id={`group-${state}`} className={styles.state}>
        <span className={styles.count}>{format.number(count)}</span>
        <Status tone={STATE_TONES[state]}>{t(`states.${state}`)}</Status>
      </h2>
      {count === 0 && <p className={styles.none}>{t("none")}</p>}
      <ul className={styles.names}>
        {projects.map(({ id, nome, evaluation }) => (
          <li key={id}>
            <Link href={projectAddress(id, filtered)}>{nome}</Link>
            {state === "scored" && typeof evaluation?.total === "number" && (
              <span className={styles.total}>
                {format.number(evaluation.total, { minimumFractionDigits: 1 })}
              </span>
            )}
            {evaluation?.recusal && <span className={styles.reason}>{reasonOf(evaluation)}</span>}
          </li>
        ))}
      </ul>
      {count > projects.length && projects.length > 0 && (
        <GoLink component={Link} href={listAddress(filtered, {})}>
          {t("all", { count })}
        </GoLink>
      )}
    </section>
  );
}
