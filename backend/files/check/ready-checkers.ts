import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { extensionOf } from "@/contract/project/uploads";
import { startChecker } from "./check-process";

/**
 * Milliseconds that a checking process waits for its file after an early start: longer than the remaining bytes need,
 * but short enough to free memory soon.
 */
const LIFE = 20_000;
/** Maximum number of remembered uploads whose checking process was started. */
const REMEMBERED = 1000;

type Upload = { path: string; name: string };
export type Checker = { child: ReturnType<typeof startChecker>; scratch: string };

/**
 * Manages checking processes, one for each upload. A process starts with the check, or earlier (`prepare`) while the
 * last bytes arrive, so that Node and its parsers are loaded in time. At most `max` processes wait for their files. A
 * process starts early only once per upload, and waits for a limited time (`LIFE`).
 */
export function createCheckers(max: number) {
  const ready = new Map<string, { checker: Promise<Checker>; timer: NodeJS.Timeout }>();
  const asked = new Set<string>();

  function prepare({ path: given, name }: Upload): void {
    const path = resolve(given);
    if (ready.size >= max || asked.has(path)) return;
    if (asked.size >= REMEMBERED) asked.clear();
    asked.add(path);
    const checker = begin(path, name);
    checker.catch(() => ready.delete(path));
    const timer = setTimeout(() => {
      ready.delete(path);
      void checker.then(end, () => {});
    }, LIFE).unref();
    ready.set(path, { checker, timer });
  }

  /** Returns the process for checking an upload: the waiting process or a new one. The caller must end the process. */
  async function take({ path: given, name }: Upload): Promise<Checker & { waited: boolean }> {
    const path = resolve(given);
    asked.delete(path);
    const waiting = ready.get(path);
    if (waiting) {
      ready.delete(path);
      clearTimeout(waiting.timer);
      const checker = await waiting.checker.catch(() => null);
      if (checker && isAlive(checker)) return { ...checker, waited: true };
      if (checker) await end(checker);
    }
    return { ...(await begin(path, name)), waited: false };
  }

  return { prepare, take, end };
}

async function begin(path: string, name: string): Promise<Checker> {
  const scratch = await mkdtemp(join(tmpdir(), "slancio-check-"));
  return { child: startChecker({ path, extension: extensionOf(name), scratch }), scratch };
}

function isAlive({ child }: Checker): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function end({ child, scratch }: Checker): Promise<void> {
  child.kill("SIGKILL");
  await rm(scratch, { recursive: true, force: true });
}
