import { createRequire } from "node:module";
import type { Options } from "@node-rs/argon2";

/* Replaces @node-rs/argon2 in tests that do not concern the cost of password hashes. */

const real: typeof import("@node-rs/argon2") = createRequire(import.meta.url)("@node-rs/argon2");

/** Hashes a password with the lowest cost that the library accepts. The hash states its own cost, so `verify` can read it. */
export const hash = (password: string, options: Options) =>
  real.hash(password, { ...options, memoryCost: 8, timeCost: 1 });

export const { verify } = real;
