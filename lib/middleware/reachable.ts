import { perProcess } from "../per-process";

/*
 * Lets the middleware check whether the back end answers. A page that fails while it renders would be a status 500
 * without a message, because Next has already sent the status. Next bundles the middleware separately, so the
 * middleware cannot open the back end.
 */

type Ask = (accessToken: string) => Promise<boolean>;
const shared = perProcess<{ ask?: Ask }>("reachable", () => ({}));

/** Sets the function with which the middleware checks the back end. The process calls this at its start. */
export function watchBackend(ask: Ask): void {
  shared.ask = ask;
}

/**
 * Reports whether the back end can answer for a private page of this session. Returns true before a check function is
 * set.
 */
export async function isReachable(accessToken: string): Promise<boolean> {
  return shared.ask ? shared.ask(accessToken) : true;
}
