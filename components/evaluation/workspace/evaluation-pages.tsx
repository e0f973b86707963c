"use client";

import { usePathname } from "next/navigation";
import { projectIn } from "../list/list-query";
import { EvaluatorHome } from "./evaluator-home";
import { EvaluationWorkspace } from "./workspace";

/**
 * Renders the list of projects or one project, depending on the browser's URL. Navigation between them requests only
 * data from the server, not the page.
 */
export function EvaluationPages() {
  const id = projectIn(usePathname());
  return id ? <EvaluationWorkspace key={id} id={id} /> : <EvaluatorHome />;
}
