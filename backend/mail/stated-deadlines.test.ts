import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { users } from "../db/schema/accounts";
import { editions, projects } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { extendDeadline, revokeExtension } from "../project/extend-deadline";
import { queueReminders } from "../project/reminders/reminders";
import { correctAddress } from "../users/correct-address";
import { deadlineValues } from "./data-messages";
import { mailMessages, TEMPLATES } from "./messages";
import { renderMail } from "./render";

/*
 * Tests that every date or duration in an email is the limit that the back end enforces. Each limit is tried through
 * the API, just before and just after.
 */

const bench = await evaluationBench();
const { api, db, deps, clock, makeUser, freshToken } = bench;
const { mailsTo, register, signUp, invite } = peopleOf(bench);
const START = clock.now;
const GRACE = deps.config.GRACE_MINUTES * 60_000;
const SECOND = 1_000;
const UNITS: Record<string, number> = {
  ...{ minuti: 60_000, ore: 3_600_000, giorni: 86_400_000 },
  ...{ minutes: 60_000, hours: 3_600_000, days: 86_400_000 },
};

type Mail = typeof outbox.$inferSelect;

/** Returns the newest email of a template to an address. */
async function newest(email: string, template: string): Promise<Mail> {
  const found = (await mailsTo(email)).findLast((mail) => mail.template === template);
  if (!found) throw new Error(`no email ${template}`);
  return found;
}

function textOf({ template, data }: Mail, language: Language): string {
  return renderMail({ template: template as never, language, data }, deps.config, clock.now).text;
}

describe("links", () => {
  const links: Record<string, () => Promise<Mail>> = {
    confirm: async () => newest((await register()).email, "confirm"),
    password_recovery: async () => {
      const { email } = await signUp();
      await api("POST", "wp/v2/users/password-recovery", { body: { email } });
      return newest(email, "password_recovery");
    },
    email_change: async () => {
      const { token } = await signUp();
      const email = `to-${Math.random()}@example.org`;
      await api("POST", "wp/v2/users/me/email", { token, body: { email, password: PASSWORD } });
      return newest(email, "email_change");
    },
    email_changed: async () => {
      const person = await signUp();
      const email = `to-${Math.random()}@example.org`;
      const body = { email, password: PASSWORD };
      await api("POST", "wp/v2/users/me/email", { token: person.token, body });
      const { token } = (await newest(email, "email_change")).data;
      await api("POST", "wp/v2/users/email/confirm", { body: { token } });
      return newest(person.email, "email_changed");
    },
    email_correction: async () => {
      const { email } = await signUp();
      const context = { actor: "test", reason: "typing error", now: clock.now };
      const [user] = await db.select().from(users).where(eq(users.email, email));
      if (!user) throw new Error("no user");
      await correctAddress(db, user, `to-${Math.random()}@example.org`, context);
      return newest(email, "email_correction");
    },
  };

  test.each(Object.keys(links))(
    "the link of %s works as long as its email states",
    async (name) => {
      clock.now = START;
      const mail = await (links[name] as () => Promise<Mail>)();
      const stated = LANGUAGES.map((language) => {
        const found = [
          ...textOf(mail, language).matchAll(/(\d+) (minut\w+|ore|hours|giorni|days)/g),
        ];
        const [, count, unit = ""] = found.at(-1) ?? [];
        return Number(count) * (UNITS[unit] ?? Number.NaN);
      });
      expect(new Set(stated).size).toBe(1);
      const [span = Number.NaN] = stated;
      const works = async (ms: number) => {
        clock.now = new Date(START.getTime() + ms);
        const body = { token: mail.data.token };
        return (await api("POST", "wp/v2/users/link", { body })).status;
      };
      expect(await works(span - SECOND)).toBe(204);
      expect(await works(span)).toBe(410);
    },
  );

  test.each([
    ["without an end", null],
    ["with an end in three days", 3],
  ] as const)("an invitation is answered until its email's date (%s)", async (_, days) => {
    clock.now = START;
    const ends = days && new Date(START.getTime() + days * 86_400_000);
    await db.update(editions).set({ evaluationClosesAt: ends });
    const { email, token } = await invite();
    const { answer_by = "" } = (await newest(email, "invitation")).data;
    const isOpen = async (at: number) => {
      clock.now = new Date(at);
      const body = { token, password: PASSWORD, answer: { answer: "no", words: "" } };
      return (await api("POST", "wp/v2/users/invitation", { body })).status < 300;
    };
    expect(await isOpen(Date.parse(answer_by) + SECOND)).toBe(false);
    expect(await isOpen(Date.parse(answer_by) - SECOND)).toBe(true);
    await db.update(editions).set({ evaluationClosesAt: null });
  });
});

describe("deadlines of applicants", () => {
  async function applicant(more: "sent" | "whole" | "half") {
    const user = await makeUser();
    const body = more === "half" ? { nome: "Filò" } : fullDraft();
    await api("POST", "wp/v2/project", { token: user.token, body });
    const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
    if (more !== "half")
      for (const field of ["pitch", "video"] as const)
        await insertFile(db, project?.id ?? "", field);
    if (more === "sent") await api("POST", "wp/v2/project/send", { token: user.token });
    return user;
  }
  type User = Awaited<ReturnType<typeof applicant>>;
  const context = () => ({ actor: "test", reason: "trouble", now: clock.now });
  const LONGER = "2026-10-10";

  const save = async (user: User) =>
    (await api("POST", "wp/v2/project", { token: await freshToken(user), body: { idea: "Nuova" } }))
      .status;
  const restore = async (user: User) =>
    (await api("POST", "wp/v2/project/restore", { token: await freshToken(user) })).status;
  const remove = async (user: User) =>
    api("DELETE", "wp/v2/project", { token: await freshToken(user) });

  type Case = {
    begin: () => Promise<User>;
    after?: (user: User) => Promise<unknown>;
    limit?: (user: User) => Promise<number>;
  };
  const remind = (at: string) => async () => {
    clock.now = new Date(at);
    await queueReminders(deps, clock.now);
  };
  const LAST_DAYS = "2026-09-28T22:00:05.000Z";
  const cases: Record<string, Case> = {
    application_sent: { begin: () => applicant("sent") },
    application_withdrawn: { begin: () => applicant("sent"), after: remove, limit: restore },
    draft_deleted: { begin: () => applicant("half"), after: remove, limit: restore },
    draft_restored: {
      begin: () => applicant("half"),
      after: async (user) => {
        await remove(user);
        await restore(user);
      },
    },
    deadline_extended: {
      begin: () => applicant("half"),
      after: (user) => extendDeadline(db, user.email, LONGER, context()),
    },
    deadline_restored: {
      begin: () => applicant("half"),
      after: async (user) => {
        await extendDeadline(db, user.email, LONGER, context());
        await db
          .update(outbox)
          .set({ sentAt: clock.now })
          .where(eq(outbox.template, "deadline_extended"));
        await revokeExtension(db, user.email, context());
      },
    },
    reminder_incomplete: { begin: () => applicant("half"), after: remind(LAST_DAYS) },
    reminder_complete: { begin: () => applicant("whole"), after: remind(LAST_DAYS) },
    reminder_changes: {
      begin: async () => {
        const user = await applicant("sent");
        await save(user);
        return user;
      },
      after: remind(LAST_DAYS),
    },
  };

  test.each(Object.keys(cases))("the deadline in %s is the enforced one", async (name) => {
    clock.now = START;
    const { begin, after, limit = save } = cases[name] as Case;
    const user = await begin();
    await after?.(user);
    const mail = await newest(user.email, name);
    const { deadline = "" } = mail.data;
    for (const language of LANGUAGES) {
      const { deadline: words = "-" } = deadlineValues(deadline, language, clock.now);
      expect(textOf(mail, language)).toContain(words);
    }
    clock.now = new Date(Date.parse(deadline) + GRACE);
    expect(await limit(user)).toBe(403);
    clock.now = new Date(Date.parse(deadline) - SECOND);
    expect(await limit(user)).toBeLessThan(300);
  });
});

/** Templates whose texts contain a date or a duration. The tests in this file or in other files cover each of them. */
const COVERED = [
  ...["confirm", "password_recovery", "choose_password", "email_change", "email_changed"],
  ...["email_correction", "invitation", "invitation_known"],
  ...["application_sent", "application_withdrawn", "draft_deleted", "draft_restored"],
  ...["deadline_extended", "deadline_restored"],
  ...["reminder_complete", "reminder_incomplete", "reminder_changes"],
  // Templates whose dates and durations are checked by retention.test.ts, begin-reminders.test.ts,
  // readings.test.ts, rounds.test.ts, or evaluator-actions.test.ts.
  ...[
    "account_deactivated",
    "reminder_begin",
    "evaluation_reminder",
    "readings_changed",
    "round_opened",
    "evaluation_reopened",
  ],
];

test("a new email with a date or a duration needs a case here", () => {
  const DATES = /\{(deadline|left|days|\w*(?:Hours|Minutes|Days))\}/;
  const named = LANGUAGES.flatMap((language) =>
    TEMPLATES.filter((name) => {
      const { layout: _, ...words } = mailMessages(language, name);
      return (
        DATES.test(JSON.stringify(words)) || /"(deadline|answer_by)"/.test(JSON.stringify(words))
      );
    }),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !COVERED.includes(name))).toEqual([]);
});
