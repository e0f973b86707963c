import { runCommand } from "./run/run-command";
import { MAIL } from "./tables/mail";

await runCommand(MAIL);
