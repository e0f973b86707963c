"use client";

import { usePathname } from "next/navigation";
import { projectIn } from "../list/list-query";
import { Cockpit } from "./cockpit";
import { EvaluationDesk } from "./evaluation-desk";

/**
 * The list of projects, or one of them: the address in the browser says which. Going from one to the other
 * asks the server for data alone, never for the page.
 */
export function EvaluationPages() {
  const id = projectIn(usePathname());
  return id ? <Cockpit key={id} id={id} /> : <EvaluationDesk />;
}
