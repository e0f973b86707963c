import { PRIVATE_HEADERS } from "../api/failure";
import { health } from "../api/health";
import { embedded, requireReady } from "../api/transport";
import { isUpToDate } from "../content/follow";
import { isDraining } from "../server-guard/drain";

/** Maximum milliseconds that a readiness check waits for the back end. */
const PATIENCE = 3_000;
/** Seconds after which a load balancer can check again. */
const RETRY_AFTER = "1";

/**
 * Reports to a load balancer whether this instance can receive requests: 200 if it can, else 503. Unlike `health`,
 * returns 503 before the pages are up to date, and after a stop signal. An instance is not ready without a database, or
 * if its database lacks migrations.
 */
export async function ready(): Promise<Response> {
  const state = { upToDate: isUpToDate(), draining: isDraining() };
  const isReady = state.upToDate && !state.draining && (await serves());
  return Response.json(
    { ready: isReady, ...state },
    {
      status: isReady ? 200 : 503,
      headers: { ...PRIVATE_HEADERS, ...(!isReady && { "Retry-After": RETRY_AFTER }) },
    },
  );
}

async function serves(): Promise<boolean> {
  if (!embedded) return (await health()).ok;
  const late = new Promise<boolean>((resolve) => {
    setTimeout(resolve, PATIENCE, false).unref();
  });
  const said = requireReady().then(
    () => true,
    () => false,
  );
  return Promise.race([said, late]);
}
