import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/*
 * Runs commands and creates test data in one long-lived process, because one process per command is slower. The browser
 * tests' runner cannot load the back end, whose JSON imports lack an attribute.
 */

type Environment = Record<string, string | undefined>;
export type Asked = { id: number; name: string; args: string[]; env: Environment };
export type Told = { id: number; out: string; err: string; code: number };

let clerk: ChildProcess | undefined;
let last = 0;
let waiting = 0;

function present(): ChildProcess {
  if (clerk?.connected) return clerk;
  const script = join(import.meta.dirname, "clerk-process.ts");
  // Ignore the process's output streams, because inherited streams would keep the runner's output open.
  clerk = fork(script, {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  clerk.setMaxListeners(0);
  clerk.unref();
  return clerk;
}

/**
 * Runs a staff command (user, edition …) or a function of clerk-process.ts. Returns its output. If the exit code is not
 * 0, rejects with the error output.
 *
 * @param env the configuration of the site
 */
export function byClerk(
  name: string,
  args: string[],
  env: Environment = process.env,
): Promise<string> {
  last += 1;
  const id = last;
  const child = present();
  waiting += 1;
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error(`${name}: the clerk has gone`));
    const hear = (told: Told) => {
      if (told.id !== id) return;
      child.off("message", hear).off("exit", gone);
      // Without open requests, the child process must not keep this process running.
      waiting -= 1;
      if (waiting === 0) child.channel?.unref();
      if (told.code === 0) resolve(told.out);
      else
        reject(
          new Error(`${name} ${args.join(" ")} ended with ${told.code}:\n${told.err}${told.out}`),
        );
    };
    child.on("message", hear).once("exit", gone);
    child.send({ id, name, args, env } satisfies Asked);
  });
}
