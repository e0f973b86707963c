import { perProcess } from "../per-process";

/*
 * Lets the middleware check whether the back end answers before a page renders. If a page failed while it renders, the
 * visitor would get status 500 without a message instead of the outage page. Next bundles the middleware separately, so
 * the middleware cannot open the back end.
 */

type Ask = (accessToken: string) => Promise<boolean>;
const shared = perProcess<{ ask?: Ask }>("reachable", () => ({}));

/** Sets the function with which the middleware checks the back end. The process calls `watchBackend` at its start. */
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
