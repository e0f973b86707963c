import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { shown } from "@/scripts/launcher/paths.mjs";
import { testFolder } from "../../tests/support/folder";

// Tests the launcher on a full disk: a small in-memory file system. Where the system forbids mounting it, the tests are
// skipped with a message.

const root = join(import.meta.dirname, "../..");
const folder = await testFolder("full-disk");
const MB = 1024 * 1024;
const isMounted = mount();
if (!isMounted) console.warn("SKIPPED: no disk can be mounted (root may), so none is full");

function mount(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=100m", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

afterAll(() => {
  if (isMounted) execFileSync("umount", [folder], { stdio: "ignore" });
});

/** Runs a program in a separate process with the launcher's functions. Returns its output and exit code. */
function launcher(program: string) {
  const args = ["--input-type=module", "-e", program, folder];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
  });
  return { stdout, stderr, status };
}

const MAKE_ROOM = `
  import { makeRoom } from "./scripts/launcher/disk-space.mjs";
  import { complain } from "./scripts/launcher/report.mjs";
  const folder = process.argv.at(-1);
  try {
    makeRoom({ data: folder, logs: folder + "/logs", filesDir: folder + "/files" });
  } catch (error) {
    complain(error);
    process.exitCode = 1;
  }
`;

describe("npm start on a disk that is nearly full", () => {
  const uploads = join(folder, "files/uploads");

  /** Creates an accepted file and an unfinished upload. The upload's last byte arrived `minutesAgo` minutes ago. */
  function upload(name: string, megabytes: number, minutesAgo: number) {
    mkdirSync(uploads, { recursive: true });
    writeFileSync(join(uploads, name), Buffer.alloc(megabytes * MB));
    const at = new Date(Date.now() - minutesAgo * 60_000);
    utimesSync(join(uploads, name), at, at);
  }

  test.skipIf(!isMounted)(
    "npm start on a nearly full disk deletes abandoned files and continues",
    () => {
      upload("abandoned", 40, 61);
      upload("fresh", 10, 59);
      writeFileSync(join(folder, "files/accepted"), Buffer.alloc(10 * MB));
      const old = new Date(0);
      utimesSync(join(folder, "files/accepted"), old, old);
      const { status, stdout, stderr } = launcher(MAKE_ROOM);
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("40 MB of abandoned uploads deleted");
      expect(existsSync(join(uploads, "abandoned"))).toBe(false);
      expect(existsSync(join(uploads, "fresh"))).toBe(true);
      expect(existsSync(join(folder, "files/accepted"))).toBe(true);
    },
  );

  test.skipIf(!isMounted)(
    "npm start on a full disk names the disk, the space it needs and the files that can be deleted",
    () => {
      rmSync(join(folder, "files"), { recursive: true, force: true });
      upload("fresh", 50, 1);
      mkdirSync(join(folder, "logs"), { recursive: true });
      writeFileSync(join(folder, "logs/site.log"), Buffer.alloc(2 * MB));
      const { status, stderr } = launcher(MAKE_ROOM);
      expect(status).toBe(1);
      expect(stderr.split("\n").slice(0, 4)).toEqual([
        `The disk of ${shown(folder)} is full: 48 MB are free, 64 MB are needed to start.`,
        "Free space on it, then start again. Nothing that was saved is lost. You can delete:",
        `  ${shown(join(folder, "logs"))}: logs, 2 MB`,
        `  ${shown(uploads)}: unfinished uploads, 50 MB (their senders must start them again)`,
      ]);
      expect(existsSync(join(uploads, "fresh"))).toBe(true);
    },
  );
});

test.runIf(existsSync("/dev/full"))("a log that cannot be written stops no process", () => {
  const { status, stdout, stderr } = launcher(`
    import { startChild } from "./scripts/processes/processes.mjs";
    const program = 'console.error("first"); setTimeout(() => console.error("last"), 200)';
    const { exited } = startChild(process.argv.at(-1) + "/run", "talker", process.execPath, ["-e", program], {
      log: "/dev/full",
      shows: {},
    });
    console.log("ended with", await exited);
    process.exit(0);
  `);
  expect([status, stdout]).toEqual([0, "ended with 0\n"]);
  expect(stderr).toContain("first\nlast\n");
});

test("a full disk gives a clear message without a stack trace", () => {
  const { stderr } = launcher(`
    import { complain } from "./scripts/launcher/report.mjs";
    complain(Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC", path: "/there" }));
  `);
  expect(stderr).toBe("The disk is full (at /there): free space there and start again.\n");
});
