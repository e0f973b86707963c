import { runCommand } from "./run/run-command";
import { BACKUP } from "./tables/backup";

await runCommand(BACKUP);
