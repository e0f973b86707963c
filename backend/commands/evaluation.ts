import { runCommand } from "./run/run-command";
import { EVALUATION } from "./tables/evaluation";

await runCommand(EVALUATION);
