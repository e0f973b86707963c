import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds between two measurements of the child processes. */
const EVERY = 10;

/**
 * The maximum CPU seconds and the maximum megabytes of memory of one child process, each with the name of the work that
 * caused it.
 */
export type Costs = { seconds: [most: number, of: string]; megabytes: [most: number, of: string] };
export const noCosts = (): Costs => ({ seconds: [0, ""], megabytes: [0, ""] });

/**
 * Runs `work` and measures the child processes that it starts. Raises the maximum values in `costs` if a child process
 * exceeds them. The values stay 0 on systems other than Linux, which do not report them.
 *
 * @param command the command lines of the measured processes
 */
export async function measureChildren<T>(
  costs: Costs,
  name: string,
  command: RegExp,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    for (const pid of childrenOf("self")) {
      if (!command.test(read(`/proc/${pid}/cmdline`))) continue;
      const seconds = processorSeconds(pid);
      const peak = /^VmHWM:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1];
      const megabytes = Number(peak ?? 0) / 1024;
      if (seconds > costs.seconds[0]) costs.seconds = [seconds, name];
      if (megabytes > costs.megabytes[0]) costs.megabytes = [megabytes, name];
    }
  }, EVERY);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Prints the costs, because documents cite the values that a test run prints. */
export function printCosts(what: string, { seconds, megabytes }: Costs): void {
  const [cpu, slowest] = seconds;
  const [memory, largest] = megabytes;
  console.info(
    `${what}: at most ${cpu.toFixed(2)} s of CPU time (${slowest}) and ${memory.toFixed(0)} MB (${largest}) in one process`,
  );
}

function childrenOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      read(`/proc/${pid}/task/${task}/children`).split(" ").filter(Boolean),
    );
  } catch {
    return [];
  }
}

/** Returns user and system time of a process. The fields of /proc/PID/stat follow the name in parentheses. */
function processorSeconds(pid: string): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
