import type { Serve } from "../http/serve";

/** Serves the evaluations endpoints of the contract. */
export function serveEvaluations(_serve: Serve) {}
