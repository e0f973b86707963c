import { runCommand } from "./run/run-command";
import { CONTENT } from "./tables/content";

await runCommand(CONTENT);
