import { runCommand } from "./run/run-command";
import { RECEIPT } from "./tables/receipt";

await runCommand(RECEIPT);
