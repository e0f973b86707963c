import { runCommand } from "./run/run-command";
import { USER } from "./tables/user";

await runCommand(USER);
