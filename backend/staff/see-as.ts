import { eq } from "drizzle-orm";
import { z } from "zod";
import { SEEING_MINUTES } from "@/contract/limits";
import { MINUTE } from "@/contract/spans";
import type * as contract from "@/contract/staff/see-as";
import { users } from "../db/schema/accounts";
import { editions, projects } from "../db/schema/applications";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { ofEdition, writeAct } from "../journal/acts";
import { recordEvent } from "../project/timeline";
import { endSeeings, openSeeing } from "../users/sessions/seeing";

/** Lets one of the staff see what an applicant sees; the log keeps why, and the applicant's timeline that (rule staff.see-as). */
export async function seeAs({ db, caller, params, body, now }: Call<typeof contract.seeAs>) {
  const at = now();
  const endsAt = new Date(at.getTime() + SEEING_MINUTES * MINUTE);
  return db.transaction(async (tx) => {
    if (!z.uuid().safeParse(params.id).success) return fail("not_found");
    const [found] = await tx
      .select({ project: projects, edition: editions, user: users })
      .from(projects)
      .innerJoin(editions, eq(editions.id, projects.editionId))
      .innerJoin(users, eq(users.id, projects.userId))
      .where(eq(projects.id, params.id));
    if (!found || found.user.deactivatedAt) return fail("not_found");
    const { project, edition, user } = found;
    const token = await openSeeing(tx, { sessionId: caller.sessionId, userId: user.id, endsAt });
    await recordEvent(tx, project.id, "seen", at, { minutes: SEEING_MINUTES });
    const by = {
      level: "web" as const,
      actor: "",
      actorId: caller.id,
      reason: body.reason,
      now: at,
    };
    await writeAct(tx, by, {
      act: "user.see-as",
      target: { ...ofEdition(edition), user: user.id },
    });
    return { token, name: `${user.firstName} ${user.lastName}`, until: endsAt.toISOString() };
  });
}

/** Ends it before its time. */
export async function stopSeeing({ db, caller }: Call<typeof contract.stopSeeing>) {
  await endSeeings(db, caller.sessionId);
}
