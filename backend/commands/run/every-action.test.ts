import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { inLanguages } from "@/tests/support/in-languages";
import { appHoldersOf } from "@/tests/support/people/app-holder";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { verifyAuditLog } from "../../audit-log/verify-entries";
import { editions, projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox } from "../../db/schema/mail";
import { rounds } from "../../db/schema/rounds";
import { COMMANDS } from "../tables/all";
import { executeVerb } from "./carry-out";
import { findVerb, readGiven } from "./options";

const bench = await evaluationBench();
const { db, deps, edition, makeEvaluator, makeSent, makeUser } = bench;
const year = String(edition.year);
const { id: userId, email } = await makeUser();
const gone = { fields: {}, version: 1, withdrawnAt: bench.clock.now };
await db.insert(projects).values({ editionId: edition.id, userId, ...gone });
const evaluator = await makeEvaluator();
for (const nome of ["Alga", "Balia"]) {
  expect((await evaluator.recuse((await makeSent({ fields: { nome } })).id)).status).toBe(204);
}
expect((await evaluator.close()).status).toBe(200);
const left = await makeUser({ deactivatedAt: new Date("2020-01-01") });
const later = await makeUser({ deactivatedAt: new Date("2020-01-01") });
await makeUser({ deactivatedAt: new Date("2020-01-01") });
const [mail] = await db
  .insert(outbox)
  .values({ recipient: email, language: "it", template: "confirm", data: {} })
  .returning();
const written = join(await testFolder("every-act"), "letter.txt");
writeFileSync(written, "Un saluto\n\nA presto.");
const receipt = "2026-000001";
const holder = await appHoldersOf(bench).appHolder();

const [former] = await db
  .insert(editions)
  .values({ year: 2039, opensAt: new Date("2039-01-01"), closesAt: new Date("2039-02-01") })
  .returning();
const place = { editionId: former?.id ?? "", names: inLanguages("Lettura", "Reading") };
const span = { opensAt: new Date("2039-03-01"), closesAt: new Date("2039-04-01") };
await db.insert(rounds).values([
  { ...place, number: 1, stage: "pre_selected" },
  { ...place, number: 2, stage: "semifinalist", reads: 1, ...span, openedAt: span.opensAt },
]);

/** All command verbs that change data, in an order in which each verb has data to change. */
const TYPED: [command: string, ...args: string[]][] = [
  ["edition", "open", "2040", "--from", "2040-07-01", "--until", "2040-09-30"],
  ["edition", "date", "2040", "closes", "2040-10-31"],
  ["edition", "after-sending", "2040", "locked"],
  ["edition", "figures", "2040", "--places", "semifinalist=18", "--reminders", "168,48"],
  [
    ...["evaluation", "round", "make", "2040", "semifinalist", "--jury", evaluator.email],
    ...["--from", "2041-02-01", "--until", "2041-02-28"],
    ...["--name-it", "Seconda lettura", "--name-en", "Second reading"],
  ] as [string, ...string[]],
  ["evaluation", "round", "change", "2040", "2", "--weight", "60"],
  ["evaluation", "round", "date", "2040", "2", "--until", "2041-03-05"],
  ["evaluation", "round", "jury", "2040", "2", "--jury", evaluator.email],
  ["evaluation", "round", "close", "2040", "1"],
  ["evaluation", "round", "reopen", "2040", "1"],
  ["edition", "clone", "2040", "2041"],
  ["evaluation", "round", "copy", "2041", "2040"],
  ["evaluation", "round", "remove", "2040", "2"],
  [
    ...["evaluation", "round", "again", "2039", "2", "--jury", evaluator.email],
    ...["--from", "2041-02-01", "--until", "2041-02-28"],
  ] as [string, ...string[]],
  ["edition", "remove", "2041"],
  ["edition", "extend", email, "--until", "2099-01-01"],
  ["edition", "restore", email],
  ["edition", "unextend", email],
  ["edition", "close", year],
  ["user", "grant", "evaluator", email],
  ["user", "revoke", "evaluator", email],
  ["user", "grant", "staff", email],
  ["user", "grant", "director", email],
  ["user", "grant", "auditor", email],
  ["user", "invite", "evaluator", "nuova@example.org", "--name", "Nuova Voce"],
  ["user", "correct", email, "corretta@example.org"],
  ["user", "second-factor", "reset", holder.email, "--and", "Ugo Bianchi"],
  ["user", "second-factor", "keep", holder.email],
  ["user", "reactivate", later.email],
  ["user", "erase", left.email],
  ["user", "erase-due"],
  ["evaluation", "reopen", evaluator.email, year],
  ["evaluation", "funnel", "select", year, "pre_selected", receipt, "2026-000002", "--anyway"],
  ["evaluation", "funnel", "undo", year, "pre_selected", "2026-000002"],
  ["evaluation", "funnel", "release", year, "pre_selected", "--anyway"],
  ["evaluation", "funnel", "correct", year, "pre_selected", receipt, "--outcome", "not_selected"],
  ["mail", "retry", mail?.id ?? ""],
  ["mail", "letter", email, "--it", written],
];

const named = ([command, ...args]: (typeof TYPED)[number]) => {
  const table = COMMANDS.find(({ name }) => name === command);
  const verb = table && findVerb(table, args);
  if (!verb || !("change" in verb)) throw new Error(`${command} ${args} changes nothing`);
  return { key: `${command} ${verb.name}`, verb };
};

async function type(typed: (typeof TYPED)[number], ...more: string[]) {
  const { verb } = named(typed);
  const given = readGiven(verb, [...typed.slice(1), ...more]);
  return executeVerb(verb, { ...deps, ...given, now: deps.now(), print: () => {} });
}
const newest = async () =>
  (await db.select().from(auditEntries).orderBy(desc(auditEntries.number)).limit(1))[0];

test("the test covers all verbs that change data", () => {
  const changing = COMMANDS.flatMap(({ name, verbs }) =>
    verbs.filter((verb) => "change" in verb).map((verb) => `${name} ${verb.name}`),
  );
  expect([...new Set(TYPED.map((typed) => named(typed).key))].sort()).toEqual(changing.sort());
});

test.each(TYPED)(
  "%s %s %s adds an audit log entry when it is executed and not for a preview",
  async (...typed) => {
    const { key, verb } = named(typed as (typeof TYPED)[number]);
    const before = await newest();
    const unreasoned = "unreasoned" in verb && verb.unreasoned;
    const why = unreasoned ? [] : ["--reason", "per prova"];
    await type(typed as (typeof TYPED)[number], ...why);
    expect(await newest()).toEqual(before);
    await type(typed as (typeof TYPED)[number], ...why, "--yes", "--by", "Rita Neri");
    const line = await newest();
    expect(line?.number).toBe((before?.number ?? 0) + 1);
    expect(
      key
        .replace("evaluation funnel", "funnel")
        .replace("evaluation round copy", "round make")
        .replace("evaluation round", "round")
        .replace("-due", "")
        .replace("factor ", "factor-")
        .replace("mail letter", "letter send"),
    ).toBe(line?.act.replace(".", " "));
    expect(line?.words).toMatchObject({
      actor: { text: expect.stringContaining("Rita Neri") },
      ...(!unreasoned && { reason: { text: "per prova" } }),
    });
    // An erasure writes its audit log entry before the hash of the preview is known, so its entry contains no hash.
    expect(line?.plan === null).toBe(line?.act === "user.erase");
    expect(Object.keys(line?.target ?? {})).not.toHaveLength(0);
  },
);

test("the hash chain is intact after all commands", async () => {
  expect(await verifyAuditLog(db)).toMatchObject({ lines: TYPED.length, problem: null });
  expect(JSON.stringify(await db.select().from(auditEntries))).not.toContain("@");
});

test("an action that requires two people logs both names and has a preview for one person", async () => {
  const { email: gone } = await makeUser({ deactivatedAt: new Date("2020-01-01") });
  const typed: (typeof TYPED)[number] = ["user", "erase", gone, "--reason", "per prova"];
  const two = { ...deps, config: { ...deps.config, SECOND_PERSON: ["erase" as const] } };
  const run = (...more: string[]) => {
    const given = readGiven(named(typed).verb, [...typed.slice(1), ...more]);
    return executeVerb(named(typed).verb, { ...two, ...given, now: deps.now(), print: () => {} });
  };
  const before = await newest();
  expect(await run()).toBe(3);
  await expect(run("--yes", "--by", "Rita Neri")).rejects.toThrow("--and NAME");
  await expect(run("--yes", "--by", "Rita Neri", "--and", "rita neri")).rejects.toThrow(
    "two people",
  );
  expect(await newest()).toEqual(before);
  expect(await run("--yes", "--by", "Rita Neri", "--and", "Ugo Bianchi")).toBe(0);
  expect((await newest())?.words.actor?.text).toBe("Rita Neri and Ugo Bianchi");
});
