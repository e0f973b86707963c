import { runCommand } from "./run/run-command";
import { DOCTOR } from "./tables/doctor";

await runCommand(DOCTOR);
