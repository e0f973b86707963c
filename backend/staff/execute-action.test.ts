import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { endpoints } from "@/contract/api";
import { MINUTE } from "@/contract/durations";
import { endpoint } from "@/contract/endpoint";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import { type ActionPreview, actionBody, actionPreviewSchema } from "@/contract/staff/preview";
import { testBackend } from "@/tests/support/servers/backend";
import { projects } from "../db/schema/applications";
import type { Failure } from "../http/failure";
import { type Serve, serveOn } from "../http/serve";
import { requireReauthentication } from "../users/reauthentication";
import { authenticate } from "../users/sessions/authenticate";
import { markReauthenticated } from "../users/sessions/reauthenticated";
import { toEach } from "./applications/chosen-applications";
import { executeAction } from "./execute-action";

const { db, deps, clock, makeUser, makeEdition } = await testBackend();
const edition = await makeEdition();
const staff = await makeUser({ roles: ["staff"] });

/** Runs an action that sends no emails, so that two previews differ only in the selected items. */
function quietly(selection: Parameters<typeof toEach>[1], body: { plan?: string; day?: string }) {
  const call = {
    ...{ db, notifyMailWorker: deps.notifyMailWorker, config: deps.config, arrivedAt: clock.now },
    caller: { id: staff.id } as never,
    body: { ...body, selection, reason: "prova" },
  };
  return executeAction({ name: "quietly", confirm: { step: "reason" } }, call, (tx, context) =>
    toEach(tx, selection, context, { name: "extended" }, async () => {}),
  );
}

async function plant(nome: string) {
  const { id } = await makeUser();
  const values = { editionId: edition.id, userId: id, fields: { nome } };
  const [row] = await db.insert(projects).values(values).returning();
  if (!row) throw new Error("no project");
  return row.id;
}
const codeOf = (failure: { code?: string }) => failure.code;
const ids = await Promise.all(["Onda", "Onda", "Riva", "Zolla"].map(plant));
const chosen = (...some: number[]) => ({ ids: some.map((one) => ids[one] ?? "") });

test("a selection of the same size with the same counts has a different preview hash", async () => {
  const shown = await quietly(chosen(0, 1), {});
  const other = await quietly(chosen(0, 2), {});
  expect({ ...other, plan: "" }).toEqual({ ...shown, plan: "" });
  const refused = await quietly(chosen(0, 2), { plan: shown.plan }).catch(codeOf);
  expect(refused).toBe("plan_changed");
  expect((await quietly(chosen(1, 0), { plan: shown.plan })).done).toBe(true);
});

test("an action is refused when other items match the query, even with the same count", async () => {
  const query = { search: "onda" };
  const selection = { query, count: 2 };
  const { plan } = await quietly(selection, {});
  const rename = (which: number, nome: string) =>
    db
      .update(projects)
      .set({ fields: { nome } })
      .where(eq(projects.id, ids[which] ?? ""));
  await rename(1, "Passo");
  await rename(2, "Onda");
  const refused: Failure = await quietly(selection, { plan }).catch((failure) => failure);
  expect(refused).toMatchObject({ code: "plan_changed", details: { current: { count: 2 } } });
  await rename(1, "Onda");
  await rename(2, "Riva");
  expect((await quietly(selection, { plan })).done).toBe(true);
});

test("the input of an action is part of the preview hash even without an effect", async () => {
  const { plan } = await quietly(chosen(3), { day: "2026-10-20" });
  expect(await quietly(chosen(3), { plan, day: "2026-10-27" }).catch(codeOf)).toBe("plan_changed");
  expect((await quietly(chosen(3), { plan, day: "2026-10-20" })).done).toBe(true);
});

test("an action that requires a passkey has a preview without it and is executed only with a recent one", async () => {
  const app = new Hono() as unknown as Parameters<typeof serveOn>[0];
  const serve: Serve = serveOn(app, deps, authenticate, requireReauthentication);
  const made = endpoint({
    ...{ name: "made", method: "POST", path: "wp/v2/staff/made", summary: "", access: "staff" },
    ...{ proof: "key", confirm: { step: "key" } },
    body: actionBody({}),
    answer: { status: 200, json: actionPreviewSchema },
  });
  let kept = 0;
  serve(made, (call) =>
    executeAction(made, call, async () => ({
      ...{ count: 1, to: ["x"], effects: [] },
      after: async () => {
        kept += 1;
      },
    })),
  );
  app.onError((error) => (error as Failure).toResponse());
  const ask = async (body: object) => {
    const headers = {
      Authorization: `Bearer ${staff.token}`,
      "Content-Type": "application/json",
    };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await app.request("/wp-json/wp/v2/staff/made", init);
    return (await answer.json()) as ActionPreview & { code?: string };
  };
  const { plan } = await ask({});
  const body = { plan, reason: "prova" };
  expect((await ask(body)).code).toBe("key_required");
  await markReauthenticated(db, staff.sessionId, { byKey: false, now: clock.now });
  expect((await ask(body)).code).toBe("key_required");
  const minutes = FRESH_SIGN_IN_MINUTES + 1;
  const longAgo = new Date(clock.now.getTime() - minutes * MINUTE);
  await markReauthenticated(db, staff.sessionId, { byKey: true, now: longAgo });
  expect((await ask(body)).code).toBe("key_required");
  expect(kept).toBe(0);
  await markReauthenticated(db, staff.sessionId, { byKey: true, now: clock.now });
  expect((await ask(body)).done).toBe(true);
  expect(kept).toBe(1);
});

test("each action that requires a passkey names the requirement in its error", () => {
  const acting = endpoints.filter(({ confirm }) => confirm?.step === "key");
  for (const { name, proof } of acting) expect([name, proof]).toEqual([name, "key"]);
});
