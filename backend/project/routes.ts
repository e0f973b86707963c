import type { Dependencies } from "../dependencies";
import type { Serve } from "../http/serve";

/** Serves the project endpoints of the contract. */
export function serveProject(_serve: Serve, _deps: Dependencies) {}
