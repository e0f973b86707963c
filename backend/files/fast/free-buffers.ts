import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Number of bytes after which their buffers are freed. */
const EVERY = 8 * 1024 * 1024;

let passed = 0;
let collect: NodeJS.GCFunction | undefined;

/**
 * Counts the bytes of body chunks that are no longer needed, and frees their buffers from time to time. 100 MB consist of few
 * buffers, so V8 never starts its cheap young-generation collection. V8 sees only its external memory grow and collects
 * the whole heap, which takes half of an upload's time here. Forcing cheap collections avoids that.
 */
export function buffersPassed(bytes: number): void {
  passed += bytes;
  if (passed < EVERY) return;
  passed = 0;
  collect ??= collector();
  collect({ type: "minor" });
}

/** Returns V8's garbage collector. Only contexts created after setting the flag have it. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
