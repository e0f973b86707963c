import { ApiError } from "./error";

/** The number of the first round, which every edition has. */
const FIRST = 1;

/**
 * Sends a write for the round that the page was loaded for. A page without a round was loaded before its edition had several
 * ones. Then the back end requires a round, and the page's round is the first one.
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
