import { eq } from "drizzle-orm";
import { DAY } from "@/contract/durations";
import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import { dataRequests } from "../../db/schema/accounts";
import { eraseAddress } from "../../staff/people/erase-address";
import { erasePerson } from "../../staff/people/erase-person";
import { openStore } from "../../store/open-store";
import { SCENARIO_MARK } from "./scenario-waiting";
import { seedUser } from "./seed-accounts";

type Erasing = typeof erasePerson | typeof eraseAddress;

/**
 * Seeds pending approvals of erasures if erasure requires two people. A seeded director proposes the erasures through
 * the real staff actions, so that the demo's director can confirm them.
 */
export async function seedApprovals({
  db,
  config,
  now,
}: {
  db: Database;
  config: BackendConfig;
  now: Date;
}): Promise<void> {
  if (!config.SECOND_PERSON.includes("erase")) return;
  const seeded = (slug: string, firstName: string, lastName: string, more: object) =>
    seedUser(
      { db, config, now },
      { email: SCENARIO_MARK.replace("%", slug), firstName, lastName, ...more },
    );
  const caller = await seeded("carla.riva", "Carla", "Riva", { roles: ["director"] });
  const deactivatedAt = new Date(now.getTime() - 40 * DAY);
  const leaving = await seeded("nora.nidi", "Nora", "Nidi", { deactivatedAt });
  const [request] = await db
    .update(dataRequests)
    .set({ kind: "erasure", note: "Chiede di essere cancellata." })
    .where(eq(dataRequests.email, SCENARIO_MARK.replace("%", "lea.torri")))
    .returning();
  const tools = {
    db,
    config,
    store: openStore(config),
    notifyMailWorker: () => {},
    arrivedAt: now,
  };
  const propose = async (act: Erasing, id: string) => {
    const call = (body: object) =>
      act({ ...tools, caller: { id: caller }, params: { id }, body } as never);
    const { plan } = await call({});
    await call({ plan, reason: "lo chiede per email" });
  };
  await propose(erasePerson, leaving);
  if (request) await propose(eraseAddress, request.id);
}
