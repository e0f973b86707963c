"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { EvaluationList } from "../list/evaluation-list";
import { projectIn } from "../list/list-query";
import { EvaluatorPage } from "./evaluator-page";
import styles from "./evaluator-page.module.css";
import { EvaluationWorkspace } from "./workspace";

/**
 * Renders the list of projects or one project, depending on the browser's URL. Navigation between them requests only
 * data from the server, not the page.
 */
export function EvaluationPages() {
  const id = projectIn(usePathname());
  return id ? <EvaluationWorkspace key={id} id={id} /> : <EvaluatorHome />;
}

/** Renders the evaluator's first page: the title and the list of sent projects. */
function EvaluatorHome() {
  const t = useTranslations("evaluation");
  return (
    <EvaluatorPage>
      <h1 className={styles.title}>{t("title")}</h1>
      <EvaluationList />
    </EvaluatorPage>
  );
}
