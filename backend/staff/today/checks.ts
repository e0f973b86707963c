import { and, eq, isNull, sql } from "drizzle-orm";
import { MINUTE } from "@/contract/durations";
import type { ApplicationProblem } from "@/contract/staff/applications";
import { CHECK_NAMES, CHECKS, type Check, type CheckAnswer } from "@/contract/staff/checks";
import { summariseRecords } from "@/contract/staff/mails";
import {
  BACKUP_HOURS,
  CONVERSION_PATIENCE_MINUTES,
  MAIL_PATIENCE_MINUTES,
  RELEASE_MINUTES,
} from "@/contract/staff/today";
import { newestBackup } from "../../backup/newest-backup";
import type { Executor } from "../../db/connect";
import { isReadOnly, otherBuilds } from "../../db/instances";
import { clockRuns } from "../../db/schema/clock";
import { decisions } from "../../db/schema/evaluations";
import { mailPause, outbox } from "../../db/schema/mail";
import type { Dependencies } from "../../dependencies";
import type { Edition } from "../../editions/edition";
import { findShownRound, type Round } from "../../editions/rounds";
import { conflictsIn } from "../../evaluations/conflicts-of-interest";
import {
  evaluatorsBehind,
  type FewReadings,
  type ReadingProgress,
  readingState,
} from "../../evaluations/reading-progress";
import { juryOf } from "../../evaluations/round";
import { blockedRounds } from "../../evaluations/rounds/open-rounds";
import { lateRenditions } from "../../files/renditions/read-renditions";
import { roomForUploads } from "../../files/under-way";
import { isLastRejection } from "../../mail/mail-state";
import { outboxState } from "../../mail/outbox-state";
import { CLOCK_TOLERANCE } from "../../scheduling/database-clock";
import { applicationsMatching } from "../applications/application-filter";
import { countApplications } from "../applications/list-applications";
import { countReleases } from "../approvals/pending-approvals";
import { countStatedConflicts } from "../assignment/read-matrix";
import { missingAnswers } from "../evaluators/jury-matching";
import { countAddressesProposed, countDue } from "../people/list-data-requests";
import { countPeople } from "../people/list-people";
import { countOf, type Standing, standingOf } from "./application-counts";

/** Name of a scheduled job that runs every minute. A recent run of this job shows that the scheduler works. */
const EVERY_MINUTE = "queue-reminders";
const GIGABYTE = 1_000_000_000;
/**
 * Warning threshold for free disk space, in bytes, without the reserve for the database and the logs. Video uploads can
 * use this much space in one evening.
 */
const ROOM_LOW = 2 * GIGABYTE;

type Tools = Pick<Dependencies, "db" | "config" | "store" | "clockOff" | "senderDomain">;
export type Ground = {
  edition: Edition | null;
  /** The round whose evaluators and scored projects are counted. Null if there is no current edition. */
  round: Round | null;
  progress: readonly ReadingProgress[];
  standing: Standing;
  /** Report on the projects that too few evaluators have read, or null without an edition. */
  few: FewReadings | null;
  /** Obstacles of the rounds that could not open on their opening day, by the round's number. */
  blocked: Awaited<ReturnType<typeof blockedRounds>>;
  now: Date;
};
type Found = Partial<Omit<CheckAnswer, "check" | "word">> & { count: number };

/** Returns the data of the current edition that both the checks of the page *Today* and the staff start page need. */
export async function groundOf(db: Executor, edition: Edition | null, now: Date): Promise<Ground> {
  if (!edition) {
    const none = { progress: [], standing: [], few: null, blocked: new Map() };
    return { edition, round: null, ...none, now };
  }
  const round = await findShownRound(db, edition, undefined, now);
  const ofTheJury = async () => {
    const conflicts = await conflictsIn(db, round, juryOf(round));
    return readingState(db, round, now, conflicts);
  };
  const [{ progress, few }, standing, blocked] = await Promise.all([
    ofTheJury(),
    standingOf(db, edition, now),
    blockedRounds(db, edition, now),
  ]);
  return { edition, round, progress, standing, few, blocked, now };
}

/**
 * Runs all checks of problems that staff can act on. Each check counts problems, so 0 means no problem. Service checks
 * run at once; the other checks wait for the edition's data (`ground`).
 */
export async function checkAll(
  tools: Tools,
  ground: Promise<Ground>,
  now: Date,
): Promise<CheckAnswer[]> {
  const [machine, people] = await Promise.all([
    ofTheMachine(tools, { now }),
    ground.then((known) => ofPeople(tools, known)),
  ]);
  return inOrder({ ...machine, ...people });
}

/** Returns the current service problems, which do not depend on an edition. */
export async function findServiceProblems(tools: Tools, now: Date): Promise<CheckAnswer[]> {
  const checks = inOrder(await ofTheMachine(tools, { now }));
  return checks.filter(({ count, word }) => count > 0 && word === "stuck");
}

function inOrder(found: Partial<Record<Check, Found>>): CheckAnswer[] {
  return CHECK_NAMES.flatMap((check) => {
    const own = found[check];
    if (!own) return [];
    const { count, known = true, since = null, measure = null } = own;
    const { says = null, normal = null, readings = null } = own;
    return { check, word: CHECKS[check], count, known, since, measure, says, normal, readings };
  });
}

type OfPeople =
  | "complete_not_sent"
  | "uploads_interrupted"
  | "uploads_refused"
  | "videos_failed"
  | "rounds_blocked"
  | "few_readings"
  | "evaluators_late"
  | "invitations_unanswered"
  | "invitations_declined"
  | "conflicts_declared"
  | "decisions_unreleased"
  | "releases_proposed";

async function ofTheMachine(
  { db, config, store, clockOff, senderDomain }: Tools,
  { now }: Pick<Ground, "now">,
): Promise<Record<Exclude<Check, OfPeople>, Found>> {
  const mails = await outboxState(db, MAIL_PATIENCE_MINUTES);
  const [pause] = await db.select().from(mailPause);
  const room = await roomForUploads(config, store).catch(() => null);
  const off = clockOff();
  const found = senderDomain();
  const domain = found && summariseRecords(found);
  const late = await lateRenditions(db, CONVERSION_PATIENCE_MINUTES);
  const builds = await otherBuilds(db, RELEASE_MINUTES);
  const backup = config.BACKUP_DIR ? await newestBackup(config.BACKUP_DIR) : undefined;
  const isOld = !backup || now.getTime() - backup.getTime() >= BACKUP_HOURS * 60 * MINUTE;
  const [run] = await db
    .select({
      at: clockRuns.startedAt,
      silent: sql<boolean>`${clockRuns.startedAt} < clock_timestamp() - interval '3 minutes'`,
    })
    .from(clockRuns)
    .where(eq(clockRuns.job, EVERY_MINUTE));
  return {
    database_read_only: { count: Number(await isReadOnly(db)) },
    mails_stuck: {
      count: mails.stuck,
      since: mails.stuckSince?.toISOString() ?? null,
      says: mails.says,
    },
    mails_paused: {
      count: Number(pause !== undefined),
      since: pause?.since.toISOString() ?? null,
      measure: mails.waiting,
    },
    worker_silent: { count: Number(mails.untaken > 0), measure: mails.untaken },
    jobs_silent: {
      count: Number(run?.silent ?? false),
      known: run !== undefined,
      since: run?.at.toISOString() ?? null,
    },
    disk_low: {
      count: Number(room === null || room < ROOM_LOW),
      measure: room !== null && room < ROOM_LOW ? room : null,
    },
    clock_off: {
      count: Number(Math.abs(off ?? 0) > CLOCK_TOLERANCE),
      known: off !== null,
      measure: off === null ? null : Math.round(off),
    },
    builds_differ: { count: builds.count, since: builds.since?.toISOString() ?? null },
    backup_old: {
      count: Number(config.BACKUP_DIR !== undefined && isOld),
      known: config.BACKUP_DIR !== undefined,
      since: backup?.toISOString() ?? null,
    },
    mails_failed: { count: await db.$count(outbox, isLastRejection) },
    videos_waiting: { count: late.count, since: late.since?.toISOString() ?? null },
    sender_domain: domain
      ? { count: domain.missing, known: domain.missing > 0 || domain.known }
      : { count: 0, known: false },
    requests_due: { count: await countDue(db, now) },
    addresses_proposed: { count: await countAddressesProposed(db, config, now) },
    erasures_proposed: { count: await countPeople(db, { erasure: "proposed" }, { config, now }) },
  };
}

async function ofPeople(
  { db, config }: Tools,
  { edition, round, progress, standing, few, blocked, now }: Ground,
): Promise<Record<OfPeople, Found>> {
  if (!edition || !round || !few) {
    // Without a current edition there are no applications, evaluators, or decisions to check, so their counts are 0.
    const none = { count: 0 };
    return {
      complete_not_sent: none,
      uploads_interrupted: none,
      uploads_refused: none,
      videos_failed: none,
      rounds_blocked: none,
      few_readings: none,
      evaluators_late: none,
      invitations_unanswered: none,
      invitations_declined: none,
      conflicts_declared: none,
      decisions_unreleased: none,
      releases_proposed: none,
    };
  }
  const answers = await missingAnswers(db, round, now);
  // Use the SQL conditions of the lists that the page *Today* links to, so that its numbers equal the lists' totals.
  const complete = countOf(standing, ({ state, soon }) => state === "complete" && soon);
  const inTrouble = async (trouble: ApplicationProblem, due?: "ahead") =>
    countApplications(db, await applicationsMatching(db, { trouble, due }, edition, now));
  return {
    complete_not_sent: { count: complete },
    uploads_interrupted: { count: await inTrouble("interrupted", "ahead") },
    uploads_refused: { count: await inTrouble("refused", "ahead") },
    videos_failed: { count: await inTrouble("video_failed") },
    rounds_blocked: { count: blocked.size },
    few_readings: {
      count: few.state === "due" ? few.count : 0,
      measure: few.wanted,
      normal:
        few.state === "normal"
          ? { count: few.count, until: few.until?.toISOString() ?? null }
          : null,
      readings: { missing: few.missing, possible: few.possible },
    },
    releases_proposed: { count: await countReleases(db, edition.id, config, now) },
    evaluators_late: { count: (await evaluatorsBehind(db, round, progress, now)).length },
    invitations_unanswered: { count: answers.unanswered },
    invitations_declined: { count: answers.declined.length },
    conflicts_declared: { count: await countStatedConflicts(db, round) },
    decisions_unreleased: {
      count: await db.$count(
        decisions,
        and(
          eq(decisions.editionId, edition.id),
          isNull(decisions.releaseId),
          isNull(decisions.undoneAt),
        ),
      ),
    },
  };
}
