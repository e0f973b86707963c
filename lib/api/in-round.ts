import { ApiError } from "./error";

/** Number of the first round, which every edition has. */
const FIRST = 1;

/**
 * Sends a write request for the round that the page was loaded with. A page that was loaded before its edition had
 * several rounds has no round; the back end then requires one, and the first round is sent.
 */
export async function inRound<A>(
  round: number | undefined,
  send: (round: number | undefined) => Promise<A>,
): Promise<A> {
  try {
    return await send(round);
  } catch (cause) {
    const isAsked = cause instanceof ApiError && cause.fields.round === "required";
    if (round === undefined && isAsked) return send(FIRST);
    throw cause;
  }
}
