import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { romeYear } from "@/contract/deadline";
import { CHECK_NAMES, type Check, type CheckAnswer } from "@/contract/staff/checks";
import { testBackend } from "@/tests/support/servers/backend";
import { dataRequests, users } from "../../db/schema/accounts";
import { editions, projects, submissions } from "../../db/schema/applications";
import { pendingApprovals } from "../../db/schema/audit-log";
import { decisions, invitations } from "../../db/schema/evaluations";
import { mailPause, outbox } from "../../db/schema/mail";
import { prepareDemo } from "./prepare-demo";
import { type MOMENTS, seedScenario } from "./scenario";

const { db, deps, api, clock, makeUser } = await testBackend();
clock.now = new Date();
const act = { level: "command", actor: "rehearsal", reason: "to see it", now: clock.now } as const;
const on = (moment: (typeof MOMENTS)[number]) => seedScenario(db, deps.config, moment, act);

test("a scenario is refused in a database with real data", async () => {
  await expect(on("calm")).rejects.toThrow("works only with the demo");
});

/**
 * Service checks that no demo scenario can trigger, each with the reason. For example, a scenario must not fill the
 * disk, or close all evaluations, because closing cannot be undone.
 */
const NOT_SEEDED: Partial<Record<Check, string>> = {
  database_read_only: "of the database itself",
  worker_silent: "while the demo runs it sends its mails",
  jobs_silent: "while the demo runs its jobs run",
  disk_low: "of the disk",
  conflicts_declared: "of a plan, and the demo has none",
  invitations_declined: "of invited people, and the demo invites nobody",
  sender_domain: "of the DNS, which no test reads",
  clock_off: "of the clock",
  videos_failed: "of the conversion, which accepts every file of the demo",
  videos_waiting: "while the demo runs its worker converts each video",
  rounds_blocked: "only the scenario second-round has a later round, and it is not blocked",
  builds_differ: "of the nodes",
  releases_proposed:
    "nobody proposes a release before the jury has closed, which nothing takes back",
};

test("the scenarios trigger all checks that they can, and calm removes the seeded rows", async () => {
  await prepareDemo(db, deps.config, clock.now);
  const { token } = await makeUser({ roles: ["auditor"] });
  const troubled = async (): Promise<string[]> => {
    const { json } = await api("GET", "wp/v2/staff/today", { token });
    return json.checks
      .filter(({ count }: CheckAnswer) => count > 0)
      .map(({ check }: CheckAnswer) => check);
  };
  const rows = () =>
    Promise.all(
      [
        users,
        projects,
        outbox,
        decisions,
        dataRequests,
        invitations,
        pendingApprovals,
        mailPause,
      ].map((table) => db.$count(table)),
    );
  deps.config.SECOND_PERSON = ["release", "erase"];
  // The backup folder is configured but missing, so the check of backups fails.
  deps.config.BACKUP_DIR = "/nowhere/backups";
  const seen = new Set<string>();
  const before = await rows();
  const calm = [...(await troubled())];
  for (const moment of ["last-evening", "last-evening", "last-week", "standstill"] as const) {
    await on(moment);
    for (const check of await troubled()) seen.add(check);
  }
  const seeded = CHECK_NAMES.filter((check) => !(check in NOT_SEEDED));
  expect([...seen].sort()).toEqual([...seeded].sort());
  await on("calm");
  expect(await troubled()).toEqual(calm);
  expect(await rows()).toEqual(before);
});

test("the second round runs after a closed first reading and a release, and no scenario follows it", async () => {
  await on("second-round");
  const { token } = await makeUser({ roles: ["auditor"] });
  const read = async (path: string) => (await api("GET", `wp/v2/staff/${path}`, { token })).json;
  const { round, rounds, results } = await read("selection");
  expect(round).toMatchObject({ number: 2, stage: "semifinalist", final: false });
  expect(results).toBeNull();
  const [first, second] = rounds;
  expect(first).toMatchObject({ number: 1, evaluators: 2, closed: 2, opened: true });
  expect(second).toMatchObject({ opened: true, evaluators: 2, closed: 0 });
  expect(second.projects).toBeGreaterThan(1);
  expect(second.projects).toBeLessThan(first.projects);
  const { json } = await api("GET", "wp/v2/staff/selection?round=1", { token });
  expect(json.results.altered).toEqual([]);
  expect(json.results.stages[0]).toMatchObject({ released: second.projects, planned: 0 });
  expect(
    (await read("evaluators")).evaluators.map(({ read }: { read: number }) => read).sort(),
  ).toEqual([1, 2]);
  expect((await read("agreement?round=1")).alpha.value).toEqual(expect.any(Number));
  const [call] = await db
    .select({
      opened: sql<boolean>`${editions.opensAt} <= min(${projects.createdAt})`,
      closed: sql<boolean>`${editions.closesAt} >= max(${submissions.sentAt})`,
    })
    .from(submissions)
    .innerJoin(projects, eq(projects.id, submissions.projectId))
    .innerJoin(editions, eq(editions.id, submissions.editionId))
    .where(eq(editions.year, Number(romeYear(clock.now))))
    .groupBy(editions.id);
  expect(call).toEqual({ opened: true, closed: true });
  await expect(on("calm")).rejects.toThrow("shows a second round");
});
