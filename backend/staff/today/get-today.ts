import { sql } from "drizzle-orm";
import { editionState } from "@/contract/deadline";
import type {
  getToday as contract,
  getStandstill as standstillContract,
  Today,
} from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import { type Edition, findCurrentEdition } from "../../editions/edition";
import { paceOf } from "../../evaluations/pace";
import type { Call } from "../../http/serve";
import { isComplete } from "../../project/complete";
import { aheadOf } from "./ahead";
import { checkAll, standstills } from "./checks";
import { daysOf } from "./days";

const NONE = { begun: 0, complete: 0, sent: 0 };

/** What those who run the programme find first. One query after the other: a look takes one connection. */
export async function getToday({
  db,
  config,
  store,
  clockOff,
  arrivedAt: now,
}: Call<typeof contract>): Promise<Today> {
  const edition = await findCurrentEdition(db, now);
  const pace = edition ? await paceOf(db, edition) : [];
  return {
    at: now.toISOString(),
    edition: edition && shown(edition, now, config.GRACE_MINUTES),
    evaluators: pace.filter(({ closed }) => !closed).length,
    checks: await checkAll({ db, config, store, clockOff }, { edition, pace, now }),
    ahead: edition ? await aheadOf(db, edition, pace, now) : [],
    days: edition
      ? await daysOf(db, edition, now)
      : { before: null, rows: [], total: NONE, totalBefore: NONE },
    applications: edition ? await countApplications(db, edition) : NONE,
  };
}

/** Of all of that, only what stands still. */
export async function getStandstill(call: Call<typeof standstillContract>) {
  const { arrivedAt: now } = call;
  return { at: now.toISOString(), checks: await standstills(call, now) };
}

function shown(edition: Edition, now: Date, graceMinutes: number): Today["edition"] {
  const { year, opensAt, closesAt, evaluationOpensAt, evaluationClosesAt, awardedAt } = edition;
  return {
    year,
    state: editionState(edition, now),
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    evaluationOpensAt: evaluationOpensAt?.toISOString() ?? null,
    evaluationClosesAt: evaluationClosesAt?.toISOString() ?? null,
    awardedAt: awardedAt?.toISOString() ?? null,
    graceMinutes,
  };
}

async function countApplications(db: Executor, edition: Edition): Promise<Today["applications"]> {
  const { rows } = await db.execute<Today["applications"]>(sql`
    select count(*) filter (where sent)::int as sent,
      count(*) filter (where not sent and complete)::int as complete,
      count(*) filter (where not sent and not complete)::int as begun
    from (
      select sent_version is not null as sent, sent_version is null and ${isComplete} as complete
      from projects where edition_id = ${edition.id} and version > 0 and withdrawn_at is null
    ) as one`);
  return rows[0] ?? NONE;
}
