import { sql } from "drizzle-orm";
import type { Health } from "@/contract/service";
import { CLOCK_TOLERANCE } from "../clock/database-clock";
import type { Dependencies } from "../dependencies";
import { PRIVATE_HEADERS } from "./failure";

/** Milliseconds each part may take to respond. */
const PATIENCE = 1_500;

/** Milliseconds an answer is cached: frequent health checks learn nothing more, and cost nothing. */
const KEEP = 2_000;
/** Seconds after which a load balancer may ask again. */
const RETRY_AFTER = 5;

/** Throws when mails do not leave; `patience` is how long anybody may be asked for an answer, ms. */
type MailWorks = (tools: Tools, patience: number) => Promise<void>;
/** Bytes that uploads may take, on this node’s disk and in the store. */
type Room = (config: Tools["config"], store: Tools["store"]) => Promise<number>;
/** What lies on higher floors. */
type Looks = { mailWorks: MailWorks; room: Room };

/** Answers GET /wp-json/health: 503 while the database is down, else 200, even without mail or disk. */
export function createHealth(tools: Tools, looks: Looks): () => Promise<Response> {
  let last: { at: number; health: Promise<Health> } | undefined;
  return async function health() {
    const at = tools.now().getTime();
    if (!last || Math.abs(at - last.at) > KEEP) last = { at, health: readHealth(tools, looks) };
    const told = await last.health;
    const isDown = told.status === "down";
    return Response.json(told, {
      status: isDown ? 503 : 200,
      headers: { ...PRIVATE_HEADERS, ...(isDown && { "Retry-After": String(RETRY_AFTER) }) },
    });
  };
}

type State = Health["database"];
type Tools = Pick<Dependencies, "db" | "config" | "store" | "now" | "clockOff">;

/** The states of what the back end stands on. Never why: that is in the log, not for everybody. */
async function readHealth(tools: Tools, { mailWorks, room }: Looks): Promise<Health> {
  const [database, mail, disk] = await Promise.all([
    stateOf(() => tools.db.execute(sql`select 1`)),
    stateOf(() => mailWorks(tools, PATIENCE)),
    stateOf(() => diskWorks(tools, room)),
  ]);
  // Deadlines are right all the same; logs, and what other programs of this machine say, are not.
  const clock = Math.abs(tools.clockOff() ?? 0) > CLOCK_TOLERANCE ? "down" : "up";
  const isWhole = [database, mail, disk, clock].every((state) => state === "up");
  return {
    status: database === "down" ? "down" : isWhole ? "ok" : "degraded",
    database,
    mail,
    disk,
    clock,
  };
}

async function stateOf(look: () => Promise<unknown>): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), PATIENCE);
  });
  try {
    await Promise.race([look(), late]);
    return "up";
  } catch {
    return "down";
  } finally {
    clearTimeout(timer);
  }
}

async function diskWorks({ config, store }: Tools, room: Room): Promise<void> {
  await store.works();
  if ((await room(config, store)) < 0) throw new Error("nearly full");
}
