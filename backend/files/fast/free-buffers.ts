import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of a body after which their buffers are freed. */
const EVERY = 8 * 1024 * 1024;

let passed = 0;
let collect: ((options: { type: "minor" }) => void) | undefined;

/**
 * Told of every piece of a body that has passed through and is not needed any more. The buffers of
 * 100 MB are hardly any objects, so the cheap collection of young ones never begins by itself; V8 sees
 * only memory outside of its heap grow, and answers with collections of the whole heap, which is large
 * here: half of an upload's time. Asking for the cheap one now and then leaves it nothing to do.
 */
export function buffersPassed(bytes: number): void {
  passed += bytes;
  if (passed < EVERY) return;
  passed = 0;
  collect ??= collector();
  collect({ type: "minor" });
}

function collector() {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  return typeof gc === "function" ? (gc as NonNullable<typeof collect>) : () => {};
}
