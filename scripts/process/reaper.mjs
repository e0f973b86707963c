// @ts-check
// Waits until the launcher at the other end of the pipe is gone, then ends the children it left.
// After an orderly stop no record is left and there is nothing to do.
import { endRecorded } from "./processes.mjs";

const [runFolder = ""] = process.argv.slice(2);
process.stdin.on("close", async () => {
  await endRecorded(runFolder);
  process.exit(0);
});
process.stdin.resume();
