import { globSync } from "node:fs";

/**
 * The library that changes the time of a process (Debian package libfaketime). Undefined if the library is not
 * installed.
 */
export const [FAKETIME] = globSync("/usr/lib/*/faketime/libfaketime.so.1");

/** Returns environment variables that shift a process's clock by `seconds`. The clock keeps its speed. */
export function wrongClock(seconds: number): Record<string, string> {
  if (!FAKETIME) throw new Error("libfaketime is not installed");
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}
