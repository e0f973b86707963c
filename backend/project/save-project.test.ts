import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { EMPTY_PROJECT, projectAnswerSchema } from "@/contract/project/project-schemas";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { editions, projects } from "../db/schema/applications";

const { api, makeUser, freshToken, makeEdition, db, clock } = await testBackend();
const PATH = "wp/v2/project";

let edition: Awaited<ReturnType<typeof makeEdition>>;
beforeAll(async () => {
  await makeEdition({
    year: 2024,
    opensAt: new Date("2024-06-30T22:00:00Z"),
    closesAt: new Date("2024-09-30T22:00:00Z"),
    awardedAt: new Date("2024-12-10T17:00:00Z"),
  });
  edition = await makeEdition();
});

async function saved(token: string) {
  return projectAnswerSchema.parse((await api("GET", PATH, { token })).json);
}

describe("reading the application", () => {
  test("reading before the first save returns an empty application of version 0 and creates nothing", async () => {
    const { token, id } = await makeUser();
    const { status, json, headers } = await api("GET", `${PATH}/`, { token });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(json).toEqual({
      project: EMPTY_PROJECT,
      projectDeadline: false,
      projectSent: false,
      projectDeadlineAt: "2026-09-30T22:00:00.000Z",
      projectSentAt: null,
      projectVersion: 0,
      projectUnsent: false,
      projectEverSent: false,
      projectSavedAt: null,
      projectWithdrawnAt: null,
      edition: {
        year: 2026,
        opensAt: "2026-06-30T22:00:00.000Z",
        closesAt: "2026-09-30T22:00:00.000Z",
        afterSending: "editable_until_deadline",
      },
      projectDates: [
        { type: "opens", at: "2026-06-30T22:00:00.000Z" },
        { type: "deadline", at: "2026-09-30T22:00:00.000Z" },
      ],
      editions: [
        {
          year: 2026,
          opensAt: "2026-06-30T22:00:00.000Z",
          closesAt: "2026-09-30T22:00:00.000Z",
          state: "open",
        },
        {
          year: 2024,
          opensAt: "2024-06-30T22:00:00.000Z",
          closesAt: "2024-09-30T22:00:00.000Z",
          state: "awarded",
        },
      ],
    });
    expect(await db.select().from(projects).where(eq(projects.userId, id))).toEqual([]);
    expect((await api("GET", `${PATH}/timeline`, { token })).status).toBe(404);
  });
});

describe("saving", () => {
  test("a save sets given fields, keeps absent ones, and clears null and empty texts", async () => {
    const { token } = await makeUser();
    const first = await api("POST", PATH, { token, body: { nome: "Filò", idea: "Lana" } });
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      status: "partial",
      progress: 13,
      projectVersion: 1,
      projectSavedAt: clock.now.toISOString(),
    });
    await api("POST", PATH, { token, body: { stage: "stage-ready", idea: null } });
    await api("POST", PATH, { token, body: { nome: "" } });
    const { project, projectVersion } = await saved(token);
    expect(project).toEqual({ ...EMPTY_PROJECT, stage: "stage-ready" });
    expect(projectVersion).toBe(3);
  });

  test("text copied from a slide, an address book, or a PDF is stored clean", async () => {
    const { token } = await makeUser();
    const team = [
      { ...fullDraft().team?.[0], name: "Ada\u00ad Riva\u2028", phone: "+39\u00a0347 1234567" },
    ];
    const body = {
      nome: " Filo\u0300\u200b ",
      idea: "Prima riga\u000bseconda riga\u0000",
      obiettivi: "\u200b\u2060",
      sustainableretail_video: "youtu.be/abc",
      referente_telefono: "\u202a(+39) 02 1234567 int. 12\u202c",
      team,
    };
    expect((await api("POST", PATH, { token, body })).status).toBe(200);
    expect((await saved(token)).project).toMatchObject({
      nome: "Filò",
      idea: "Prima riga\nseconda riga",
      obiettivi: "",
      sustainableretail_video: "https://youtu.be/abc",
      referente_telefono: "(+39) 02 1234567 int. 12",
      team: [{ name: "Ada Riva", phone: "+39 347 1234567" }],
    });
  });

  test("a rejected save stores nothing, not even its valid fields", async () => {
    const { token } = await makeUser();
    const refused = await api("POST", PATH, { token, body: { nome: "Filò", stage: "stage-x" } });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      code: "invalid_fields",
      data: { status: 422, fields: { stage: "invalid_choice" } },
    });
    expect((await saved(token)).projectVersion).toBe(0);
  });

  test("a save cannot set roles, ids, and files", async () => {
    const { token, id } = await makeUser();
    const body = { nome: "Filò", id: "x", userId: "x", version: 9, pitch: { id: "x" }, video: [] };
    await api("POST", PATH, { token, body });
    const [row] = await db.select().from(projects).where(eq(projects.userId, id));
    expect(row?.fields).toEqual({ nome: "Filò" });
    expect((await saved(token)).project.pitch).toBeNull();
  });

  test("a save stores event id, pixel ids, and time zone, and the token determines the account", async () => {
    const owner = await makeUser();
    const other = await makeUser();
    const event_id = "a".repeat(64);
    const device = { fbp: "fb.1.2", fbc: "fb.3.4", time_zone: "America/Lima" };
    const user = { email: other.email, first_name: "X", ...device };
    await api("POST", PATH, { token: owner.token, body: { nome: "Mia", user, event_id } });
    const [row] = await db.select().from(projects).where(eq(projects.userId, owner.id));
    const kept = { pixelBrowserId: "fb.1.2", pixelClickId: "fb.3.4", timeZone: "America/Lima" };
    expect(row).toMatchObject({ eventId: event_id, ...kept });
    expect((await saved(other.token)).projectVersion).toBe(0);
  });

  test("a save with a body that is not JSON returns 400", async () => {
    const { token } = await makeUser();
    expect((await api("POST", PATH, { token, body: "{" })).json.code).toBe("not_json");
  });
});

describe("versions", () => {
  test.each([
    ["1", 200],
    ['"1"', 200],
    ["0", 412],
    ['"7"', 412],
    ["abc", 412],
    ["1.5", 412],
  ])("If-Match %s against version 1 answers %i", async (header, status) => {
    const { token } = await makeUser();
    await api("POST", PATH, { token, body: { nome: "Uno" } });
    const second = await api("POST", PATH, {
      token,
      body: { nome: "Due" },
      headers: { "If-Match": header },
    });
    expect(second.status).toBe(status);
    const stored = await saved(token);
    expect(stored.project.nome).toBe(status === 200 ? "Due" : "Uno");
    if (status === 412) {
      expect(second.json.code).toBe("version_conflict");
      expect(second.json.data.current).toEqual(stored);
    }
  });

  test("a first save accepts version 0, and a wrong version creates no application", async () => {
    const { token, id } = await makeUser();
    const wrong = await api("POST", PATH, { token, body: {}, headers: { "If-Match": "4" } });
    expect(wrong.status).toBe(412);
    expect(await db.select().from(projects).where(eq(projects.userId, id))).toEqual([]);
    const right = await api("POST", PATH, { token, body: {}, headers: { "If-Match": "0" } });
    expect([right.status, right.json.projectVersion]).toEqual([200, 1]);
  });

  test("30 parallel first saves of different fields create one application and lose no field", async () => {
    const { token, id } = await makeUser();
    const { team: _, ...fields } = fullDraft({
      tipologia_altro: "x",
      tech_altro: "y",
      impatto: "z",
    });
    const bodies = Object.entries(fields).map(([name, value]) => ({ [name]: value }));
    const all = [...bodies, ...bodies].slice(0, 30);
    const answers = await Promise.all(all.map((body) => api("POST", PATH, { token, body })));
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(await db.select().from(projects).where(eq(projects.userId, id))).toHaveLength(1);
    const stored = await saved(token);
    expect(stored.project).toMatchObject(fields);
    expect(stored.projectVersion).toBe(30);
  });

  test("only one of 30 parallel saves with the same version succeeds", async () => {
    const { token } = await makeUser();
    await api("POST", PATH, { token, body: { nome: "Zero" } });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        api("POST", PATH, { token, body: { nome: `N${n}` }, headers: { "If-Match": "1" } }),
      ),
    );
    const taken = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(taken).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(29);
    expect((await saved(token)).project.nome).toBe(`N${taken[0]}`);
  });

  /** Changes the application's row between the read and the write of a save. */
  async function overtaken(
    token: string,
    id: string,
    change: Partial<typeof projects.$inferInsert>,
  ) {
    const saving = await db.transaction(async (tx) => {
      await tx.update(projects).set(change).where(eq(projects.userId, id));
      const answer = api("POST", PATH, { token, body: { nome: "Due" } });
      await vi.waitFor(async () => {
        const { rowCount } = await db.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(1);
      }, 10_000);
      return { answer };
    });
    return saving.answer;
  }

  test("a save does not change an application that was sent meanwhile and is locked", async () => {
    const { token, id } = await makeUser();
    await api("POST", PATH, { token, body: { nome: "Uno" } });
    await db.update(editions).set({ afterSending: "locked" }).where(eq(editions.id, edition.id));
    const { status, json } = await overtaken(token, id, { sentVersion: 1, sentAt: clock.now });
    const stored = await saved(token);
    await db.update(editions).set({ afterSending: "editable_until_deadline" });
    expect([status, json.code]).toEqual([403, "locked_after_sending"]);
    expect([stored.projectVersion, stored.project.nome]).toEqual([1, "Uno"]);
  });

  test("a save keeps fields that were saved meanwhile", async () => {
    const { token, id } = await makeUser();
    await api("POST", PATH, { token, body: { nome: "Uno" } });
    const { json } = await overtaken(token, id, { fields: { idea: "Lana" }, version: 2 });
    expect(json.projectVersion).toBe(3);
    expect((await saved(token)).project).toEqual({ ...EMPTY_PROJECT, idea: "Lana", nome: "Due" });
  });
});

describe("dates", () => {
  async function at(instant: string | number, run: () => Promise<void>) {
    const before = clock.now;
    clock.now = new Date(instant);
    await run().finally(() => {
      clock.now = before;
    });
  }
  const closesAt = Date.parse("2026-09-30T22:00:00Z");
  const grace = 15 * 60_000;

  test("a save before the edition opens is refused", async () => {
    await at("2026-06-30T21:59:59.999Z", async () => {
      const { token } = await makeUser();
      const { status, json } = await api("POST", PATH, { token, body: { nome: "A" } });
      expect([status, json.code]).toEqual([403, "not_yet_open"]);
      expect((await saved(token)).editions[0]?.state).toBe("not_yet_open");
    });
  });

  test.each([
    ["T−1 s", closesAt - 1000, true],
    ["T", closesAt, true],
    ["T + grace − 1 ms", closesAt + grace - 1, true],
    ["T + grace", closesAt + grace, false],
  ])(
    "a save at %s is judged by the deadline and the grace period",
    async (_, instant, accepted) => {
      await at(instant, async () => {
        const { token } = await makeUser();
        const { status, json } = await api("POST", PATH, { token, body: { nome: "A" } });
        expect([status, json.code]).toEqual(accepted ? [200, undefined] : [403, "deadline_passed"]);
        expect((await saved(token)).projectDeadline).toBe(!accepted);
      });
    },
  );

  test("an extension moves only one applicant's deadline and never to an earlier time", async () => {
    const { token, id } = await makeUser();
    await api("POST", PATH, { token, body: { nome: "A" } });
    const extend = (extendedUntil: Date) =>
      db.update(projects).set({ extendedUntil }).where(eq(projects.userId, id));
    await extend(new Date(closesAt - 86_400_000));
    expect((await saved(token)).projectDeadlineAt).toBe(edition.closesAt.toISOString());
    await extend(new Date(closesAt + 86_400_000));
    await at(closesAt + 3_600_000, async () => {
      const { token: late } = await makeUser();
      expect((await api("POST", PATH, { token: late, body: {} })).status).toBe(403);
    });
    expect((await saved(token)).projectDeadlineAt).toBe("2026-10-01T22:00:00.000Z");
  });
});

describe("the timeline", () => {
  test("saves within half an hour share a timeline row and later ones do not", async () => {
    const user = await makeUser();
    const start = clock.now.getTime();
    for (const minutes of [0, 1, 20, 45, 76]) {
      clock.now = new Date(start + minutes * 60_000);
      const token = await freshToken(user);
      await api("POST", PATH, { token, body: { nome: `N${minutes}` } });
    }
    const { json } = await api("GET", `${PATH}/timeline`, { token: await freshToken(user) });
    const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
    clock.now = new Date(start);
    expect(json.events).toEqual([
      { at: at(76), type: "saved", data: { since: at(76), saves: 1 } },
      { at: at(45), type: "saved", data: { since: at(0), saves: 4 } },
      { at: at(0), type: "created", data: {} },
    ]);
  });
});
