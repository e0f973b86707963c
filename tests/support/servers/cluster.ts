import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { startFront } from "@/scripts/testing/proxy.mjs";
import { openTestRun, prepareTestSite, startTestPostgres } from "@/scripts/testing/test-stack.mjs";
import { startNode } from "@/tools/bench/lib/nodes.mjs";
import { Mailbox } from "./mailbox";

/** Returns the total bytes of all files in a folder and its subfolders. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false }))
    .reduce((all, found) => all + (found?.size ?? 0), 0);
}

/**
 * Starts two instances of the build behind the reverse proxy, with a separate database, mailbox, and file store. Each
 * instance keeps unfinished uploads in its own folder.
 */
export async function openCluster() {
  const run = await openTestRun();
  const ends: (() => Promise<unknown>)[] = [() => run.close()];
  const close = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const postgres = await startTestPostgres(run, "slancio_cluster");
    const site = await prepareTestSite(run, postgres, "FAULTS_PORT");
    await site.release();
    const https = await anyPort();
    const url = `https://localhost:${https}`;
    const nodes = [];
    for (const name of ["node-a", "node-b"]) {
      const own = join(run.folder, name);
      mkdirSync(own);
      const env = { ...site.env, SITE_URL: url, UPLOADS_DIR: own };
      const node = await startNode({ env, content: site.content }, name);
      ends.push(node.stop);
      nodes.push({ ...node, held: () => bytesIn(own) });
    }
    // Create the proxy's folder outside the clone, because nginx runs as another user without access to the clone.
    const folder = mkdtempSync(join(tmpdir(), "front-"));
    ends.push(async () => rmSync(folder, { recursive: true, force: true }));
    const front = await startFront({
      folder,
      nodes: nodes.map(({ address }) => address),
      https,
    });
    ends.push(front.stop);
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    ends.push(() => client.end());
    return {
      url,
      nodes,
      front,
      client,
      env: site.env,
      /** The content folder that both instances read. */
      content: site.content,
      mailbox: new Mailbox(site.env.MAILBOX_URL),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
