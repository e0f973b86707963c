import type { Serve } from "../http/serve";

/** Serves the users endpoints of the contract. */
export function serveUsers(_serve: Serve) {}
