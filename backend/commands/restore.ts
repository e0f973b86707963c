import { runCommand } from "./run/run-command";
import { RESTORE } from "./tables/restore";

await runCommand(RESTORE);
