import { runCommand } from "./run/run-command";
import { EDITION } from "./tables/edition";

await runCommand(EDITION);
