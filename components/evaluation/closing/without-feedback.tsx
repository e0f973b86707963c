"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { projectsQuery } from "@/lib/api/evaluation-query";
import { Link } from "@/lib/i18n/navigation";
import { projectAddress } from "../list/list-query";
import styles from "./closing-review.module.css";

/** Maximum number of projects that the list shows by name. */
const NAMED = 12;

/**
 * Lists the scored projects for which the evaluator wrote no feedback to the applicant. Feedback is optional, so the
 * evaluator can close the evaluation without it.
 */
export function WithoutFeedback({
  query,
  closed,
}: {
  query: ProjectListQuery;
  /** Whether the evaluator has closed the evaluation. */
  closed: boolean;
}) {
  const t = useTranslations("evaluation.review.feedback");
  const asked = { ...query, feedback: "none", orderby: "nome", order: "asc" } as const;
  const { data } = useQuery(projectsQuery(useLocale(), { ...asked, per_page: NAMED }));
  if (!data || data.total === 0) return null;
  const { projects } = data.answer;
  return (
    <section className={styles.group} aria-labelledby="without-feedback">
      <h2 id="without-feedback" className={styles.state}>
        {t("title", { count: data.total })}
      </h2>
      <p className={styles.none}>{t(closed ? "closed" : "text")}</p>
      <ul className={styles.names}>
        {projects.map(({ id, nome }) => (
          <li key={id}>
            <Link href={projectAddress(id, query)}>{nome}</Link>
          </li>
        ))}
        {data.total > projects.length && (
          <li>{t("others", { count: data.total - projects.length })}</li>
        )}
      </ul>
    </section>
  );
}
