"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import type { ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { projectForEvaluationQuery } from "@/lib/api/evaluation-query";
import { EvaluationList } from "../list/evaluation-list";
import { listQueryOf, projectIn } from "../list/list-query";
import { EvaluatorPage } from "./evaluator-page";
import { EvaluationWorkspace } from "./workspace";

/**
 * Renders the list of projects or one project, depending on the browser's URL. Moving between the list and a project
 * requests only data from the server, not a page.
 */
export function EvaluationPages({ programme }: { programme: string }) {
  const id = projectIn(usePathname());
  const { round } = listQueryOf(useSearchParams());
  useTitle(id, round, programme);
  return id ? <EvaluationWorkspace key={`${id} ${round ?? ""}`} id={id} /> : <EvaluatorHome />;
}

/**
 * Sets the browser's title to the project's name. The server does not set the title, because it renders no page for
 * this navigation.
 */
function useTitle(
  id: string | undefined,
  round: ProjectListQuery["round"],
  programme: string,
): void {
  const t = useTranslations("evaluation");
  const locale = useLocale();
  const wanted = projectForEvaluationQuery(locale, id ?? "", round);
  const { data } = useQuery({ ...wanted, enabled: false });
  const name = id ? data?.project.nome : undefined;
  const title = name ? t("metaTitleOf", { name }) : t("metaTitle");
  useEffect(() => {
    document.title = `${title} · ${programme}`;
  }, [title, programme]);
}

/** Renders the evaluator's start page: the list of projects inside the margins of all evaluators' pages. */
function EvaluatorHome() {
  return (
    <EvaluatorPage>
      <EvaluationList />
    </EvaluatorPage>
  );
}
