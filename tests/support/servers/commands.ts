import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { runCommandWith } from "@/backend/commands/run/run-command";
import { COMMANDS } from "@/backend/commands/tables/all";
import type { Dependencies } from "@/backend/dependencies";

/** Returns the environment variables for a test's commands, with the test's database and files. */
function environmentOf({ config }: Pick<Dependencies, "config">) {
  const { DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET, FILES_DIR } = config;
  return { DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET, FILES_DIR };
}

/** Runs a command in this process, which is faster than a new process. */
export async function commandIn(
  env: Record<string, string | undefined>,
  name: string,
  ...args: string[]
) {
  const found = COMMANDS.find((one) => one.name === name);
  if (!found) throw new Error(`no command ${name}`);
  let [out, err] = ["", ""];
  const code = await runCommandWith(found, {
    args,
    env,
    print: (line) => {
      out += `${line}\n`;
    },
    complain: (line) => {
      err += `${line}\n`;
    },
  });
  return { out, err, code };
}

/** Returns a function that runs commands in this process, with a test's database and files. */
export function commandsOn(deps: Pick<Dependencies, "config">) {
  const env = environmentOf(deps);
  return (name: string, ...args: string[]) => commandIn(env, name, ...args);
}

/** Returns a function that runs each command in a separate process, as an operator does. */
export function processesOn(deps: Pick<Dependencies, "config">) {
  const env = environmentOf(deps);
  return async function command(name: string, ...args: string[]) {
    const script = ["--import", "tsx", `backend/commands/${name}.ts`, ...args];
    const child = spawn(process.execPath, script, { env: { NODE_ENV: "test", ...env } });
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.on("close", resolve)),
    ]);
    return { out, err, code };
  };
}
