import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of a body after which their buffers are freed. */
const EVERY = 8 * 1024 * 1024;

let passed = 0;
let collect: NodeJS.GCFunction | undefined;

/**
 * Told of every chunk of a body that has passed through and is no longer needed. The buffers of
 * 100 MB are few objects, so the cheap young-generation collection never starts by itself; V8 sees
 * only memory outside its heap grow, and responds by collecting the whole heap, which is large
 * here: half of an upload's time. Asking for the cheap one now and then leaves it nothing to do.
 */
export function buffersPassed(bytes: number): void {
  passed += bytes;
  if (passed < EVERY) return;
  passed = 0;
  collect ??= collector();
  collect({ type: "minor" });
}

/** V8 gives its collector to contexts that begin after the flag: this process had none when it started. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
