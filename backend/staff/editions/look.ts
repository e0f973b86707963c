import { and, eq, isNull, sql } from "drizzle-orm";
import type { Stage } from "@/contract/evaluation/funnel";
import type { Executor } from "../../db/connect";
import { projects } from "../../db/schema/applications";
import {
  deadlineFor,
  type Edition,
  findCurrentEdition,
  listEditions,
} from "../../editions/edition";
import { firstRound, firstRoundKey } from "../../editions/rounds";
import { currentDecisions } from "../../evaluations/ranking/decisions";
import type { ReadingProgress } from "../../evaluations/reading-progress";
import { findAssignment } from "../../evaluations/scope";
import { type Coming, comingReminders, type ProgressByRound, readingOf } from "./coming-reminders";

/**
 * The data of one application that edition snapshots compare before and after a change of the edition. Snapshots omit
 * withdrawn applications.
 */
type Application = {
  id: string;
  name: string;
  extendedUntil: Date | null;
  isBegun: boolean;
  isSent: boolean;
  deadline: Date;
  /**
   * True if the applicant can edit until the deadline: the application is unsent, or the edition allows changes after
   * sending.
   */
  mayChange: boolean;
};

/** Snapshot of the data that depends on an edition's dates. */
export type EditionReview = {
  /** The edition of the requested year, or null if the year has none. */
  edition: Edition | null;
  /** The current edition, which applicants, evaluators, and the public pages see. */
  current: Edition | null;
  applications: Map<string, Application>;
  reading: ReadingProgress[];
  reminders: Coming[];
  /** Number of selected projects per stage. */
  selected: Map<Stage, number>;
  /** Number of assigned pairs of evaluator and project in the reading plan, or null without a plan. */
  planned: number | null;
};

/** Returns a snapshot of the data that depends on an edition's dates. */
export async function reviewEdition(
  db: Executor,
  year: number,
  now: Date,
  progress: ProgressByRound = new Map(),
): Promise<EditionReview> {
  const editions = await listEditions(db);
  const edition = editions.find((one) => one.year === year) ?? null;
  return {
    edition,
    current: await findCurrentEdition(db, now),
    applications: edition ? await applicationsOf(db, edition) : new Map(),
    reading: edition ? await readingOf(db, firstRound(edition), progress) : [],
    reminders: await comingReminders(db, editions, now, progress),
    selected: edition ? await selectedIn(db, edition) : new Map(),
    planned: edition
      ? ((await findAssignment(db, firstRoundKey(edition.id)))?.readings ?? null)
      : null,
  };
}

async function selectedIn(db: Executor, { id }: Edition): Promise<Map<Stage, number>> {
  const standing = await currentDecisions(db, id, { released: false });
  const chosen = [...standing.values()].flatMap((own) => [...own.values()]);
  const stages = chosen.flatMap(({ stage, outcome }) => (outcome === "selected" ? stage : []));
  return new Map([...Map.groupBy(stages, (stage) => stage)].map(([one, all]) => [one, all.length]));
}

async function applicationsOf(
  db: Executor,
  edition: Edition,
): Promise<EditionReview["applications"]> {
  const rows = await db
    .select({
      id: projects.id,
      name: sql<string>`coalesce(${projects.fields} ->> 'nome', '')`,
      extendedUntil: projects.extendedUntil,
      isBegun: sql<boolean>`${projects.version} > 0`,
      isSent: sql<boolean>`${projects.sentAt} is not null`,
    })
    .from(projects)
    .where(and(eq(projects.editionId, edition.id), isNull(projects.withdrawnAt)));
  return new Map(
    rows.map((row) => {
      const mayChange = row.isBegun && (!row.isSent || edition.afterSending !== "locked");
      return [row.id, { ...row, mayChange, deadline: deadlineFor(edition, row) }];
    }),
  );
}
