import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Number of received bytes after which their buffers are freed. */
const EVERY = 8 * 1024 * 1024;

let passed = 0;
let collect: NodeJS.GCFunction | undefined;

/**
 * Counts the bytes of upload chunks that are no longer needed, and regularly frees their buffers with a cheap garbage
 * collection. Otherwise V8 would see only growing external memory and collect the whole heap, which would take half of
 * an upload's time.
 */
export function buffersPassed(bytes: number): void {
  passed += bytes;
  if (passed < EVERY) return;
  passed = 0;
  collect ??= collector();
  collect({ type: "minor" });
}

/**
 * Returns V8's garbage collector function. Only a new JavaScript context has the function, because the flag
 * `--expose-gc` does not change existing contexts.
 */
function collector(): NodeJS.GCFunction {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
