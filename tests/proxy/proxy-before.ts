import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startFront } from "../../scripts/testing/proxy.mjs";
import { openUpstream } from "../support/servers/upstream";

/** Starts the reverse proxy in front of one fake instance before the tests, and stops proxy and instance afterwards. */
export function frontBeforeNode() {
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  const here = {} as {
    node: Awaited<ReturnType<typeof openUpstream>>;
    front: Awaited<ReturnType<typeof startFront>>;
  };
  beforeAll(async () => {
    here.node = await openUpstream();
    here.front = await startFront({ folder, nodes: [here.node.address] });
  });
  afterAll(async () => {
    await here.front?.stop();
    await here.node?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return here;
}
