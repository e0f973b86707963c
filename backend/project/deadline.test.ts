import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  closingMoment,
  editionState,
  romeDayEnd,
  romeInstant,
  romeMidnight,
} from "@/contract/deadline";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { editions, projects } from "../db/schema/applications";
import { renderMail } from "../mail/render";

const bench = await testBackend();
const { api, db, deps, clock, makeUser, freshToken } = bench;
const PATH = "wp/v2/project";
const GRACE = 15 * 60_000;
await bench.makeEdition({ year: 2027 });

/** Sundays on which summer time begins or ends in Rome, so that the last day of the call has 23 or 25 hours. */
const DAYS = [
  { day: "2027-03-28", ends: "2027-03-28T22:00:00.000Z", words: "domenica 28 marzo 2027" },
  { day: "2027-10-31", ends: "2027-10-31T23:00:00.000Z", words: "domenica 31 ottobre 2027" },
];

describe.each(["UTC", "Europe/Rome", "America/New_York"])("a server whose zone is %s", (zone) => {
  beforeAll(() => {
    vi.stubEnv("TZ", zone);
    // Checks that the server's time zone differs from Rome, because the tests depend on that.
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  describe.each(DAYS)("closing on $day", ({ day, ends, words }) => {
    const T = new Date(ends).getTime();
    const opensAt = romeMidnight("2027-01-01");
    const at = (ms: number) => {
      clock.now = new Date(T + ms);
    };

    beforeAll(async () => {
      await db.update(editions).set({ opensAt, closesAt: romeDayEnd(day) });
    });

    test("closing on a day is the same instant for page, response, index, and email", async () => {
      at(-1000);
      const { token } = await makeUser();
      const { json } = await api("GET", PATH, { token });
      const index = await bench.backend.fetch(new Request("https://slancio.example/wp-json"));
      const { edition } = await index.json();
      expect([json.projectDeadlineAt, json.edition.closesAt, edition.closesAt]).toEqual(
        Array(3).fill(ends),
      );
      const { lastDay, time } = closingMoment(new Date(ends));
      expect(time).toBe("24:00");
      expect(lastDay.toISOString().slice(0, 10)).toBe(day);
      const data = { first_name: "Ada", deadline: json.projectDeadlineAt, missing: "" };
      const content = { template: "reminder_complete", language: "it", data } as const;
      expect(renderMail(content, deps.config, clock.now).text).toContain(`24:00 di ${words}`);
      const night = { ...data, deadline: romeInstant(`${day}T00:30`).toISOString() };
      const mail = renderMail({ ...content, data: night }, deps.config, clock.now).text;
      expect(mail).toContain(`00:30 di ${words}`);
    });

    test.each([
      ["T−1 s", -1000, "open", false],
      ["T", 0, "closed", false],
      ["T+1 s", 1000, "closed", false],
      ["T+grace−1 ms", GRACE - 1, "closed", false],
      ["T+grace", GRACE, "closed", true],
    ] as const)(
      "a save at %s is accepted or refused by the deadline and the grace period",
      async (_, ms, state, over) => {
        at(ms);
        const user = await makeUser();
        const closesAt = new Date(ends);
        expect(editionState({ opensAt, closesAt }, clock.now)).toBe(state);
        const save = await api("POST", PATH, { token: user.token, body: { nome: "Filò" } });
        expect([save.status, save.json.code]).toEqual(
          over ? [403, "deadline_passed"] : [200, undefined],
        );
        const { json } = await api("GET", PATH, { token: user.token });
        expect([json.projectDeadline, json.editions[0].state]).toEqual([over, state]);
      },
    );

    test("a complete application is accepted until the grace period ends", async () => {
      at(-1000);
      const user = await makeUser();
      await api("POST", PATH, { token: user.token, body: fullDraft() });
      const [mine] = await db.select().from(projects).where(eq(projects.userId, user.id));
      await insertFile(db, mine?.id ?? "", "pitch");
      await insertFile(db, mine?.id ?? "", "video");
      const send = async () => api("POST", `${PATH}/send`, { token: await freshToken(user) });
      at(GRACE);
      expect((await send()).json.code).toBe("deadline_passed");
      at(GRACE - 1);
      expect((await send()).status).toBe(200);
    });
  });
});
