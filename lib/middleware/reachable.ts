import { perProcess } from "../per-process";

/*
 * Whether the back end answers, for the middleware: a page that fails while it is drawn is a 500 without a
 * word, as Next has sent its status by then. The middleware cannot open the back end itself: it is bundled apart.
 */

type Ask = (accessToken: string) => Promise<boolean>;
const shared = perProcess<{ ask?: Ask }>("reachable", () => ({}));

/** Tells the middleware how to ask; at the start of the process. */
export function watchBackend(ask: Ask): void {
  shared.ask = ask;
}

/** Whether a private page could be drawn for this session; true while nobody knows. */
export async function isReachable(accessToken: string): Promise<boolean> {
  return shared.ask ? shared.ask(accessToken) : true;
}
