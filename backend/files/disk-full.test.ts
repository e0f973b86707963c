import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heavyVideo, pdf } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { testBackend } from "@/tests/support/servers/backend";

// Tests a really full disk: a small file system in memory, on machines that allow mounting.

const MB = 1024 * 1024;
const { api, makeUser, makeEdition, filesDir } = await testBackend();
const { create, append, head } = tusClient(api);
const isMounted = mount();
if (!isMounted) console.warn("SKIPPED: no disk can be mounted (root may), so none is full");
const filler = join(filesDir, "filler");

function mount(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=280m", "tmpfs", filesDir], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}

/** Fills the given number of megabytes of the test's disk, or all remaining space. */
function fill(megabytes: number) {
  const file = openSync(filler, "w");
  try {
    for (let n = 0; n < megabytes; n++) writeSync(file, Buffer.alloc(MB));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}
const free = () => rmSync(filler, { force: true });

beforeAll(async () => {
  await makeEdition();
});
afterAll(() => {
  if (isMounted) execFileSync("umount", [filesDir], { stdio: "ignore" });
});

test.skipIf(!isMounted)(
  "a nearly full disk accepts no new upload until it has space again",
  async () => {
    const { token } = await makeUser();
    const deck = { field: "pitch", name: "a.pdf", bytes: await pdf() };
    fill(40);
    const refused = await create(token, deck);
    expect([refused.status, refused.json.code]).toEqual([503, "unavailable"]);
    expect(refused.headers.get("retry-after")).toBe("30");
    // Texts can still be saved, because the disk's reserve is kept free for the database.
    expect((await api("POST", "wp/v2/project", { token, body: { nome: "Filò" } })).status).toBe(
      200,
    );
    free();
    expect((await create(token, deck)).status).toBe(201);
  },
);

test.skipIf(!isMounted)(
  "a disk that fills during an upload causes a 503, and the upload continues from its last byte",
  async () => {
    const { token } = await makeUser();
    const bytes = heavyVideo(MB);
    const { id } = await create(token, { field: "video", name: "a.mp4", bytes });
    expect((await append(token, id, 0, bytes.subarray(0, 1000))).status).toBe(204);
    fill(Number.POSITIVE_INFINITY);
    const stopped = await append(token, id, 1000, bytes.subarray(1000));
    expect([stopped.status, stopped.json.code]).toEqual([503, "unavailable"]);
    expect(stopped.headers.get("retry-after")).toBe("30");
    free();
    const offset = Number((await head(token, id)).headers.get("upload-offset"));
    expect(offset).toBeGreaterThanOrEqual(1000);
    expect((await append(token, id, offset, bytes.subarray(offset))).status).toBe(204);
    const { project } = (await api("GET", "wp/v2/project", { token })).json;
    expect(project.video.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  },
);
