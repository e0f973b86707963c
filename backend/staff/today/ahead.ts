import type { ApplicationState } from "@/contract/staff/application-states";
import type { Ahead } from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import type { Edition } from "../../editions/edition";
import { isRunning, type Round, readRounds } from "../../editions/rounds";
import { roundAnswer } from "../../evaluations/own-rounds";
import { readingProgress } from "../../evaluations/reading-progress";
import { countToBegin } from "../../project/reminders/begin-reminders";
import { momentsFrom } from "../../scheduling/moments";
import { countOf, type Standing } from "./application-counts";
import type { Ground } from "./checks";

/**
 * Returns the future automatic events in order: the edition's dates, and the reminders with their numbers of emails. A
 * test compares the numbers with `plannedReminders`, which lists the recipients.
 */
export async function aheadOf(
  db: Executor,
  edition: Edition,
  { round, progress, standing, now }: Pick<Ground, "round" | "progress" | "standing" | "now">,
): Promise<Ahead[]> {
  const date = (kind: Ahead["kind"], at: Date | null): Ahead[] =>
    at ? [{ kind, at: at.toISOString(), mails: 0, hours: null, to: null }] : [];
  const rounds = (await readRounds(db, edition)).filter(({ replacedBy }) => replacedBy === null);
  const all = [
    ...date("opens", edition.opensAt),
    ...date("closes", edition.closesAt),
    ...rounds.flatMap((one) =>
      [...date("evaluation_opens", one.opensAt), ...date("evaluation_closes", one.closesAt)].map(
        (ahead) => ({ ...ahead, ...roundAnswer(one) }),
      ),
    ),
    ...date("awarded", edition.awardedAt),
    ...toApplicants(edition, standing, now),
    ...(await toBegin(db, edition, now)),
    ...(await toEvaluators(db, rounds, { round, progress, now })),
  ];
  return all
    .filter(
      ({ at, kind, mails }) => new Date(at) > now && (mails > 0 || !kind.includes("reminder")),
    )
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

/**
 * Returns the reminders to applicants, grouped by deadline, because some applications have an extension. Includes all
 * future reminder times of each deadline.
 */
function toApplicants({ reminders }: Edition, standing: Standing, now: Date): Ahead[] {
  const deadlines = Map.groupBy(
    standing.filter(({ reminded }) => reminded),
    ({ deadline }) => deadline.getTime(),
  );
  return [...deadlines].flatMap(([deadline, own]) => {
    const inState = (name: ApplicationState) => countOf(own, ({ state }) => state === name);
    const to = {
      changed: inState("changed"),
      complete: inState("complete"),
      incomplete: inState("begun"),
    };
    const mails = countOf(own, () => true);
    return momentsFrom(now, new Date(deadline), reminders.applicants).map(
      ({ at, hours }): Ahead => ({ kind: "reminder", at: at.toISOString(), mails, hours, to }),
    );
  });
}

/**
 * Returns the reminders to the evaluators of the running rounds, and of the round that the page *Today* shows. `progress`
 * is the progress of the shown round.
 */
async function toEvaluators(
  db: Executor,
  rounds: readonly Round[],
  { round: shown, progress, now }: Pick<Ground, "round" | "progress" | "now">,
): Promise<Ahead[]> {
  const found: Ahead[] = [];
  for (const round of rounds) {
    const isShown = round.number === shown?.number;
    const { closesAt, closedAt, isRead, edition } = round;
    if (!closesAt || closedAt || isRead || !(isShown || isRunning(round, now))) continue;
    const people = isShown ? progress : await readingProgress(db, round);
    const mails = people.filter(({ closed, left }) => !closed && left > 0).length;
    for (const { at, hours } of momentsFrom(now, closesAt, edition.reminders.evaluators)) {
      found.push({
        ...{ kind: "evaluator_reminder", at: at.toISOString(), mails, hours, to: null },
        ...roundAnswer(round),
      });
    }
  }
  return found;
}

async function toBegin(db: Executor, edition: Edition, now: Date): Promise<Ahead[]> {
  const moments = momentsFrom(now, edition.closesAt, edition.reminders.begin);
  // `countToBegin` reads all accounts without an application, so do not call it if all reminder times are in the past.
  if (moments.every(({ at }) => at <= now)) return [];
  const mails = await countToBegin(db, edition, now);
  return moments.map(
    ({ at, hours }): Ahead => ({
      ...{ kind: "begin_reminder", at: at.toISOString(), mails, hours, to: null },
    }),
  );
}
