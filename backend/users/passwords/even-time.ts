import { setTimeout } from "node:timers/promises";

/** Longer than the work of either case takes, in milliseconds. */
const MILLISECONDS = 50;

/** Answers no sooner than that, so that timing does not reveal whether an address is known. */
export async function evenTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), setTimeout(MILLISECONDS)]);
  return result;
}
