import { setTimeout } from "node:timers/promises";

/** Minimum response time in milliseconds: longer than the work for both a known and an unknown address. */
const MILLISECONDS = 50;

/** Delays a result until the minimum response time, so that the timing does not reveal whether an address is known. */
export async function evenTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), setTimeout(MILLISECONDS)]);
  return result;
}
