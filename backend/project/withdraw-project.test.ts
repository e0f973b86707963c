import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { PATH, sendingBench } from "@/tests/support/people/sending";
import { submissions } from "../db/schema/applications";

const { api, makeUser, freshToken, db, clock, complete, send, read } = await sendingBench();

describe("withdrawing", () => {
  test("a withdrawn application is shown as not sent until it is restored", async () => {
    const { token, projectId } = await complete();
    const sent = await send(token);
    expect((await api("DELETE", PATH, { token })).status).toBe(204);
    expect(await read(token)).toMatchObject({
      projectSent: false,
      projectSentAt: null,
      projectUnsent: false,
      projectWithdrawnAt: clock.now.toISOString(),
      project: { nome: "Filò" },
    });
    const current = and(eq(submissions.projectId, projectId), eq(submissions.current, true));
    expect(await db.select().from(submissions).where(current)).toEqual([]);
    expect((await api("DELETE", PATH, { token })).status).toBe(404);

    const restored = await api("POST", `${PATH}/restore`, { token });
    expect(restored.status).toBe(200);
    expect(restored.json).toEqual(await read(token));
    expect(restored.json).toMatchObject({ projectSent: true, projectWithdrawnAt: null });
    expect((await send(token)).json).toEqual(sent.json);
    expect((await api("POST", `${PATH}/restore`, { token })).status).toBe(404);
    const { json } = await api("GET", `${PATH}/timeline`, { token });
    expect(json.events.map(({ type }: { type: string }) => type).slice(0, 2)).toEqual(
      expect.arrayContaining(["restored", "withdrawn"]),
    );
  });

  test("an unsent draft can be withdrawn and restored", async () => {
    const { token } = await makeUser();
    expect((await api("DELETE", PATH, { token })).status).toBe(404);
    expect((await api("POST", `${PATH}/restore`, { token })).status).toBe(404);
    await api("POST", PATH, { token, body: { nome: "Bozza" } });
    expect((await api("DELETE", PATH, { token })).status).toBe(204);
    const restored = await api("POST", `${PATH}/restore`, { token });
    expect(restored.json).toMatchObject({ projectSent: false, project: { nome: "Bozza" } });
  });

  test("a withdrawn application can be sent again with another receipt", async () => {
    const { token } = await complete();
    const first = await send(token, { "Idempotency-Key": "once" });
    await api("DELETE", PATH, { token });
    const again = await send(token, { "Idempotency-Key": "once" });
    expect(again.status).toBe(200);
    expect(again.json.receipt.number).not.toBe(first.json.receipt.number);
    expect((await read(token)).projectWithdrawnAt).toBeNull();
  });

  test("after the deadline an application can be neither withdrawn nor restored", async () => {
    const user = await complete();
    const before = clock.now;
    await send(user.token);
    clock.now = new Date("2026-09-30T22:15:00Z");
    const token = await freshToken(user);
    const answers = [
      await api("DELETE", PATH, { token }),
      await api("DELETE", PATH, { token: (await makeUser()).token }),
    ];
    clock.now = before;
    expect(answers.map(({ json }) => json.code)).toEqual(["deadline_passed", "not_found"]);
  });
});
