import { ApiError } from "./error";

/** Number of the first round, which every edition has. */
const FIRST = 1;

/**
 * Sends a write request for the round that the page shows. A page that was loaded while its edition had only one round
 * sends no round. If staff have since added a round, the back end rejects a request without a round. The function then
 * sends the request again for the first round.
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
