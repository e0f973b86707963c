import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { romeDay, romeMidnight } from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import { LANGUAGES, perLanguage } from "@/contract/languages";
import { MAILING_DAYS, type Mailing } from "@/contract/staff/mailings";
import { testBackend } from "@/tests/support/servers/backend";
import { letters, outbox } from "../../db/schema/mail";
import { EXPIRED } from "../../mail/mail-state";

// Use the real time, because the outbox uses the database's clock.
const now = new Date();
const { api, db, makeUser, makeEdition } = await testBackend({ now });
const { token } = await makeUser({ email: "rita@example.org", roles: ["staff"] });
const { id: editionId } = await makeEdition();
const texts = perLanguage((language) => ({ subject: `A long evening, ${language}`, text: "…" }));
const [letter] = await db.insert(letters).values({ editionId, texts, count: 3 }).returning();
const letterId = letter?.id ?? "";

type Mail = typeof outbox.$inferInsert;
const plant = (mails: Partial<Mail>[]) =>
  db.insert(outbox).values(
    mails.map((values) => ({
      recipient: "nadia@granofuturo.example",
      language: "it" as const,
      template: "reminder_complete",
      data: {},
      ...values,
    })),
  );
const ago = (days: number) => new Date(now.getTime() - days * DAY);
const read = async (): Promise<Mailing[]> =>
  (await api("GET", "wp/v2/staff/mails/mailings", { token })).json.mailings;
const listOf = async (query: object) =>
  (await api("GET", `wp/v2/staff/mails?${new URLSearchParams({ ...query })}`, { token })).json;

beforeEach(async () => {
  await db.delete(outbox);
});

const kinds = fc.constantFrom<Partial<Mail>>(
  {},
  { sentAt: ago(0), says: "250 2.0.0 Ok" },
  { failedAt: ago(0), lastError: "EENVELOPE" },
  { failedAt: ago(0), lastError: EXPIRED },
  { nextAttemptAt: ago(-1) },
);
const drawn = fc.record({
  template: fc.constantFrom("reminder_complete", "decision_finalist", "letter", "new_device"),
  // Generate times before and after midnight in Rome, and times older than the listed days.
  createdAt: fc.oneof(
    fc.integer({ min: 0, max: 3 }).map(ago),
    fc.integer({ min: -2, max: 2 }).map((ms) => new Date(+romeMidnight(romeDay(now)) - 1 + ms)),
    fc.constant(ago(MAILING_DAYS + 1)),
  ),
  kind: kinds,
});

test("each mailing has the count of the list that it links to, and no mailing is missing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { maxLength: 24 }), async (mails) => {
      await db.delete(outbox);
      if (mails.length > 0) {
        await plant(
          mails.map(({ kind, template, createdAt }) => ({
            template,
            createdAt,
            ...kind,
            ...(template === "letter" && { letterId }),
          })),
        );
      }
      const mailings = await read();
      for (const { letter, template, day, count, states } of mailings) {
        const list = await listOf(letter ? { letter, day } : { template, day });
        expect(list).toMatchObject({ total: count, states });
      }
      const groups = new Map<string, number>();
      for (const { template, createdAt } of mails) {
        if (template === "new_device" || createdAt < ago(MAILING_DAYS)) continue;
        const name = `${template} ${romeDay(createdAt)}`;
        groups.set(name, (groups.get(name) ?? 0) + 1);
      }
      const several = [...groups].filter(([, count]) => count > 1).map(([name]) => name);
      expect(mailings.map(({ template, day }) => `${template} ${day}`).sort()).toEqual(
        several.sort(),
      );
    }),
    { numRuns: 25 },
  );
});

test("a letter is named by its subject, and the newest mailing comes first", async () => {
  await plant([
    { template: "letter", letterId, createdAt: ago(2) },
    { template: "letter", letterId, createdAt: ago(2), sentAt: ago(1) },
    { createdAt: ago(1), sentAt: ago(1) },
    { createdAt: ago(1), failedAt: ago(1) },
  ]);
  const [first, second] = await read();
  expect(first).toMatchObject({
    template: "reminder_complete",
    letter: null,
    subjects: [],
    day: romeDay(ago(1)),
    count: 2,
    states: { sent: 1, failed: 1, waiting: 0, stuck: 0, expired: 0 },
  });
  expect(second).toMatchObject({
    letter: letterId,
    subjects: LANGUAGES.map((language) => ({ language, subject: texts[language].subject })),
  });
});

test("test emails of a letter are no mailing", async () => {
  await plant([{ template: "letter" }, { template: "letter" }]);
  expect(await read()).toEqual([]);
});

test.each(["day=2026-02-30", "day=9999-12-31", "day=soon", "template=Reminder%20x"])(
  "the query %s is refused",
  async (query) => {
    expect((await api("GET", `wp/v2/staff/mails?${query}`, { token })).status).toBe(422);
  },
);
