// @ts-check
// Waits until the launcher at the other end of the pipe has ended, then stops the launcher's remaining children. After
// a normal stop, the launcher has already stopped its children.
import { endRecorded } from "./processes.mjs";

const [runFolder = ""] = process.argv.slice(2);
process.stdin.on("close", async () => {
  await endRecorded(runFolder);
  process.exit(0);
});
process.stdin.resume();
