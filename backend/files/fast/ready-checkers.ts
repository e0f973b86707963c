import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { extensionOf } from "@/contract/project/uploads";
import { startChecker } from "../check/check-process";

/**
 * How long a process that was started early waits for its file, in milliseconds: longer than the
 * bytes should still need, short enough not to be in anybody's way.
 */
const LIFE = 20_000;
/** How many uploads are remembered as having had one started. */
const REMEMBERED = 1000;

type Upload = { path: string; name: string };
export type Checker = { child: ReturnType<typeof startChecker>; scratch: string };

/**
 * Checking processes, each for one upload: started with its check, or ahead (`prepare`), while the last
 * bytes are on their way, so that Node and its parsers are already up when they arrive. At most
 * `max` wait ahead, each once per upload and not for long.
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

  /** The process for an upload's check: the one that waits, or a new one. The caller ends it. */
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
