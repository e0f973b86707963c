import { perProcess } from "../per-process";

/*
 * Checks for the middleware whether the back end answers. A page that fails while it renders is a 500 without a message,
 * because Next has already sent the status. Next bundles the middleware separately, so it cannot open the back end.
 */

type Ask = (accessToken: string) => Promise<boolean>;
const shared = perProcess<{ ask?: Ask }>("reachable", () => ({}));

/** Sets the middleware's check of the back end, at the start of the process. */
export function watchBackend(ask: Ask): void {
  shared.ask = ask;
}

/** Reports whether a private page can be rendered for this session. Returns true before a check is set. */
export async function isReachable(accessToken: string): Promise<boolean> {
  return shared.ask ? shared.ask(accessToken) : true;
}
