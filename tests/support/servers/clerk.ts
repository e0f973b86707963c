import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/*
 * Runs commands and plants what tests need, in one process that stays: to start one for each took longer than what it
 * does, and the browser's runner cannot load the back end itself (JSON without an attribute).
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
  // Nothing of the runner's: it would be held open.
  clerk = fork(script, {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  clerk.setMaxListeners(0);
  clerk.unref();
  return clerk;
}

/**
 * One of the staff's commands (user, edition …) or of what clerk-process.ts plants: what it prints. Rejects with what it
 * complained of when its exit code is not 0.
 *
 * @param env the configuration of the site that it is about
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
      // Whoever asks nothing more may end.
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
