import { hash as hashSlowly } from "@node-rs/argon2";

/*
 * Stands in for what is slow on purpose: a thousand sign-ups would be half an hour of it. How long a password takes to
 * hash, and that an answer takes as long for everybody, is the row `enumeration`'s.
 */

export { verify } from "@node-rs/argon2";

/** A hash as any other, of next to no work. */
export const hash: typeof hashSlowly = (password, options) =>
  hashSlowly(password, { ...options, memoryCost: 8, timeCost: 1 });

export const evenTime = <T>(work: () => Promise<T>): Promise<T> => work();
