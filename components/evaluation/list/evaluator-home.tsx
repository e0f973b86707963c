"use client";

import dynamic from "next/dynamic";

/** Loads this component's code only for evaluators, because applicants open the same page and do not need the code. */
export const EvaluatorHome = dynamic(() =>
  import("./evaluations-overview").then((it) => it.EvaluationsOverview),
);
