import { isDraining } from "../server-guard/drain";
import { isUpToDate } from "./content/follow";
import { PRIVATE_HEADERS } from "./failure";
import { health } from "./health";
import { embedded, requireReady } from "./transport";

/** Milliseconds a back end may take to say that it is ready. */
const PATIENCE = 3_000;
/** Seconds after which it is worth asking again. */
const RETRY_AFTER = "1";

/**
 * For whoever sends requests to one of several nodes: 200 while this one should get them. Unlike health it says
 * 503 from the moment the process is asked to stop, and before its pages are up to date. Without a
 * database, or with one that lacks migrations, no node is ready.
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
