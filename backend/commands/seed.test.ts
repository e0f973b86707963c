import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { progress } from "@/contract/project/progress";
import { testBackend } from "@/tests/support/servers/backend";
import { editions, submissions } from "../db/schema/applications";
import { nextNumber } from "../project/send-project";
import { DEMO_ACCOUNTS } from "./demo/accounts";
import { prepareDemo } from "./demo/prepare-demo";
import { demoCode } from "./tables/demo-code";

const bench = await testBackend({ now: new Date("2026-11-21T10:00:00.000Z") });
const { api, db, deps, clock, makeUser } = bench;
const first = await prepareDemo(db, deps.config, clock.now);

async function signIn(role: "applicant" | "evaluator", index: number) {
  const account = DEMO_ACCOUNTS.filter((one) => one.role === role)[index]!;
  const { email, password } = account;
  const { json } = await api("POST", "wp/v2/users/login", { body: { email, password } });
  return { token: json.access_token as string };
}
describe("the demo", () => {
  test("the demo has 2024, 2025, and an edition of this year that closes in 41 days at midnight in Rome", async () => {
    const list = await db.select().from(editions).orderBy(editions.year);
    expect(
      list.map(({ year, opensAt, closesAt, awardedAt }) => [
        year,
        opensAt.toISOString(),
        closesAt.toISOString(),
        awardedAt?.toISOString() ?? null,
      ]),
    ).toEqual([
      [2024, "2024-06-30T22:00:00.000Z", "2024-09-30T22:00:00.000Z", "2024-12-11T23:00:00.000Z"],
      [2025, "2025-06-30T22:00:00.000Z", "2025-09-30T22:00:00.000Z", null],
      [2026, "2026-06-30T22:00:00.000Z", "2026-12-31T23:00:00.000Z", "2027-03-14T23:00:00.000Z"],
    ]);
  });

  test("the demo lists its accounts and prints no note about an open call", () => {
    expect(first).toEqual({ accounts: DEMO_ACCOUNTS, notes: [] });
  });

  test("demo accounts sign in and find the described content", async () => {
    const found = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const { json } = await api("GET", "wp/v2/project", await signIn("applicant", index));
        return [progress(json.project), json.projectSent];
      }),
    );
    expect(found).toEqual([
      [0, false],
      [50, false],
      [100, true],
    ]);
  });

  test("demo evaluators see 28 projects, one evaluator has begun, and none has closed", async () => {
    const anna = await signIn("evaluator", 0);
    const { json } = await api("GET", "wp/v2/projects?per_page=100", anna);
    expect(json.projects).toHaveLength(28);
    expect(new Set(json.projects.map(({ nome }: { nome: string }) => nome)).size).toBe(28);
    expect(json).toMatchObject({
      closed: false,
      counts: { total: 28, scored: 14, partial: 3, recused: 1 },
    });
    const paolo = await api("GET", "wp/v2/projects", await signIn("evaluator", 1));
    expect(paolo.json.counts).toMatchObject({ total: 28, scored: 0, partial: 0, recused: 0 });
    for (const { sent_at } of json.projects) {
      expect(Date.parse(sent_at)).toBeLessThan(clock.now.getTime());
    }
  });

  test.each(["staff", "director", "auditor"])(
    "the demo account %s signs in only with password and code and reads the applications",
    async (role) => {
      const { email, password } = DEMO_ACCOUNTS.find((one) => one.role === role)!;
      const login = await api("POST", "wp/v2/users/login", { body: { email, password } });
      expect([login.status, login.json.code]).toEqual([403, "second_factor_required"]);
      const { challenge } = login.json.data;
      const { code, uri } = await demoCode(db, deps.config, email, clock.now);
      expect(uri).toMatch(/^otpauth:\/\/totp\//);
      const enter = () =>
        api("POST", "wp/v2/users/login/second-factor", { body: { challenge, code } });
      const { json } = await enter();
      const token = json.access_token as string;
      const list = await api("GET", "wp/v2/staff/applications", { token });
      expect([list.status, list.json.total > 0]).toEqual([200, true]);
      expect((await demoCode(db, deps.config, email, clock.now)).code).not.toBe(code);
      expect((await enter()).status).toBe(409);
    },
  );

  test("each demo secret is new, and codes are available only for demo accounts", async () => {
    const uris = ["rita.neri", "dario.conti", "aldo.greco"].map(async (name) => {
      const { uri } = await demoCode(db, deps.config, `${name}@slancio.example`, clock.now);
      return new URL(uri).searchParams.get("secret");
    });
    expect(new Set(await Promise.all(uris)).size).toBe(3);
    const { email } = await makeUser({ roles: ["staff"] });
    await expect(demoCode(db, deps.config, email, clock.now)).rejects.toThrow("not a demo account");
  });

  test("each sent demo project is complete and its files are readable", async () => {
    const { token } = await signIn("evaluator", 0);
    const rows = await db.select().from(submissions);
    for (const { project } of rows) {
      expect(progress(project)).toBe(100);
      expect(project.idea.length).toBeGreaterThanOrEqual(400);
    }
    for (const { projectId, project } of rows.slice(0, 4)) {
      for (const file of [project.pitch!, project.video!]) {
        const path = `wp/v2/projects/${projectId}/files/${file.id}`;
        const { response } = await api("GET", path, { token });
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(createHash("sha256").update(bytes).digest("hex")).toBe(file.sha256);
        const magic = bytes.subarray(0, 12).toString("latin1");
        expect(magic).toMatch(file.field === "pitch" ? /^%PDF-/ : /ftyp/);
      }
    }
  });

  test("the next receipt number follows the numbers of the demo", async () => {
    const [edition] = await db.select().from(editions).where(eq(editions.year, 2026));
    await db
      .transaction(async (tx) => {
        expect(await nextNumber(tx, edition!)).toBe("2026-000029");
        throw new Error("undone");
      })
      .catch(() => {});
  });
});
