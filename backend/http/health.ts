import { sql } from "drizzle-orm";
import type { Health } from "@/contract/service";
import type { Dependencies } from "../dependencies";
import { CLOCK_TOLERANCE } from "../scheduling/database-clock";
import { PRIVATE_HEADERS } from "./failure";

/** Time limit for each service of the health check, in milliseconds. */
const PATIENCE = 1_500;

/** Milliseconds for which the health check's result is cached, so that frequent health checks need no work. */
const KEEP = 2_000;
/** Seconds after which a load balancer can repeat the health check. */
const RETRY_AFTER = 5;

/** Throws if mails are not being delivered. `patience` is the time limit for each service in milliseconds. */
type MailWorks = (tools: Tools, patience: number) => Promise<void>;
/** Returns the number of bytes that uploads can use, on this instance's disk and in the file store. */
type Room = (config: Tools["config"], store: Tools["store"]) => Promise<number>;
/**
 * Health checks that modules of higher layers implement. They are passed as parameters, because this layer cannot
 * import higher layers.
 */
type Looks = { mailWorks: MailWorks; room: Room };

/**
 * Creates the handler of GET /wp-json/health. The response status is 503 if the database is down. Otherwise it is 200,
 * even if mail or disk space has a problem, because the site still works.
 */
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

/**
 * Returns the states of the database, the mail, the disk, and the clock. The reasons for a failure are only logged,
 * because the health endpoint is public.
 */
async function readHealth(tools: Tools, { mailWorks, room }: Looks): Promise<Health> {
  const [database, mail, disk] = await Promise.all([
    stateOf(() => tools.db.execute(sql`select 1`)),
    stateOf(() => mailWorks(tools, PATIENCE)),
    stateOf(() => diskWorks(tools, room)),
  ]);
  // An inaccurate system clock does not affect deadlines, but it falsifies logs and affects other programs on the
  // machine.
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
