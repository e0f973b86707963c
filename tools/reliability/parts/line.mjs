// @ts-check
// Simulates a slow connection: a separate network (ip netns) with 1 Mbit/s (tc) that drops excess packets. The
// connection is repeatedly interrupted for two seconds. Every second interruption also closes its TCP connections.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { root } from "../../../scripts/launcher/paths.mjs";
import { pause } from "../../../scripts/processes/processes.mjs";
import { seedApplicants } from "../../bench/lib/applicants.mjs";
import { PIECE } from "../../bench/lib/writers.mjs";
import { heavyVideo } from "../../bench/uploads.mjs";
import { hasTool } from "../tool.mjs";

const WHOLE = { mebibytes: 10, everyMs: 15_000 };
const SHORT = { mebibytes: 2, everyMs: 8_000 };
const LINE = ["tbf", "rate", "1mbit", "burst", "32kbit", "latency", "200ms"];
const CUT_MS = 2_000;

const ip = (/** @type {string[]} */ ...args) => spawnSync("ip", args, { encoding: "utf8" });

/**
 * Creates a slow connection between this machine's network and a separate network namespace, and returns its two ends.
 * Null where the system forbids creating a network.
 */
function openLine() {
  const name = `line${process.pid}`;
  const [here, there] = [`${name}h`.slice(-15), `${name}t`.slice(-15)];
  const at = (/** @type {number} */ end) => `10.213.${process.pid % 250}.${end}`;
  const inside = (/** @type {string[]} */ ...args) => ["netns", "exec", name, ...args];
  const steps = [
    ["netns", "add", name],
    ["link", "add", here, "type", "veth", "peer", "name", there, "netns", name],
    ["addr", "add", `${at(1)}/30`, "dev", here],
    ["link", "set", here, "up"],
    inside("ip", "addr", "add", `${at(2)}/30`, "dev", there),
    inside("ip", "link", "set", there, "up"),
    inside("ip", "link", "set", "lo", "up"),
    inside("tc", "qdisc", "add", "dev", there, "root", ...LINE),
  ];
  const isMade = steps.every((step) => ip(...step).status === 0);
  const isSlow =
    isMade && spawnSync("tc", ["qdisc", "add", "dev", here, "root", ...LINE]).status === 0;
  const close = () => {
    ip("netns", "del", name);
    ip("link", "del", here);
  };
  if (!isSlow) close();
  return isSlow ? { here, address: at(1), inside, close } : null;
}

/**
 * Forwards connections from the slow network to the site.
 *
 * @param {string} address
 * @param {number} port
 */
async function openWay(address, port) {
  /** @type {Set<import("node:net").Socket>} */
  const open = new Set();
  let received = 0;
  const way = createServer((socket) => {
    const site = connect(port, "127.0.0.1");
    open.add(socket);
    socket.on("data", (part) => {
      received += part.length;
    });
    socket
      .on("error", () => site.destroy())
      .on("close", () => site.destroy() && open.delete(socket));
    site.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.pipe(site).pipe(socket);
  });
  await new Promise((resolve) => way.listen(port, address, () => resolve(null)));
  return {
    received: () => received,
    drop() {
      for (const socket of open) socket.destroy();
    },
    close: () => way.close(),
  };
}

/**
 * Checks that an upload and saves survive a slow network connection that breaks repeatedly.
 *
 * @param {Pick<import("../../bench/lib/measures.mjs").Bench, "site" | "run">} asked
 * @param {{ isShort?: boolean }} measure
 */
export async function measure({ site, run }, { isShort = false }) {
  const { mebibytes, everyMs } = isShort ? SHORT : WHOLE;
  if (!hasTool("tc", !isShort)) return { figure: "tc is not installed", passed: null };
  const { env, port, siteUrl } = await site();
  const [person] = await seedApplicants(env, 1);
  const line = openLine();
  if (!line || !person) return { figure: "no network can be made here", passed: null };
  const video = heavyVideo(mebibytes);
  const file = join(run().folder, "line.mp4");
  writeFileSync(file, video);
  const way = await openWay(line.address, port);
  let cuts = 0;
  let text = "";
  const began = Date.now();
  try {
    const script = join(root, "tools/reliability/on-the-line.mjs");
    const far = [`http://${line.address}:${port}`, new URL(siteUrl).host, person.cookie, file];
    const child = spawn("ip", line.inside(process.execPath, script, ...far), {
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.on("data", (part) => {
      text += part;
    });
    let isOver = false;
    child.on("close", () => {
      isOver = true;
    });
    for (let next = began + everyMs; !isOver; await pause(200)) {
      if (Date.now() < next) continue;
      next = Date.now() + everyMs;
      ip("link", "set", line.here, "down");
      cuts += 1;
      if (cuts % 2 === 0) way.drop();
      await pause(CUT_MS);
      ip("link", "set", line.here, "up");
    }
  } finally {
    way.close();
    way.drop();
    line.close();
  }
  const lasted = (Date.now() - began) / 1000;
  if (!text)
    return { figure: `the upload did not arrive in ${lasted.toFixed(0)} s`, passed: false };
  /** @type {{ id?: string, acked: string, saves: number, breaks: number }} */
  const { id = "", acked, saves, breaks } = JSON.parse(text);
  const stored = join(env.FILES_DIR, id);
  const isSame = existsSync(stored) && readFileSync(stored).equals(video);
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query("select fields from projects where user_id = $1", [
    person.userId,
  ]);
  await client.end();
  const isSaved =
    saves > 0 && Number(/\d+/.exec(rows[0]?.fields.nome)) >= Number(/\d+/.exec(acked));
  const again = way.received() - video.length;
  return {
    figure: `${mebibytes} MB in ${lasted.toFixed(0)} s with ${cuts} interruptions, ${isSame ? "complete" : "INCOMPLETE"}, ${(again / 1e6).toFixed(1)} MB sent again; ${saves} saves acknowledged, ${breaks} interrupted, the last ${isSaved ? "stored" : "LOST"}`,
    passed: isSame && isSaved && cuts > 0 && again < cuts * PIECE,
  };
}
