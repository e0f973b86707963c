import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { CheckAnswer } from "@/contract/staff/checks";
import { freshTexts } from "@/tests/support/people/letters";
import { testBackend } from "@/tests/support/servers/backend";
import { rateLimits } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { EXPIRED } from "../../mail/mail-state";

const { api, db, makeUser, makeEdition, freshToken } = await testBackend();
const staff = await makeUser({ roles: ["staff"] });
const EMAIL = "lorenzo@example.org";
let application = "";

beforeAll(async () => {
  await makeEdition();
  const lorenzo = await makeUser({ email: EMAIL });
  const token = await freshToken(lorenzo);
  await api("POST", "wp/v2/project", { token, body: { nome: "Filò" } });
  const [project] = await db.select().from(projects).where(eq(projects.userId, lorenzo.id));
  application = project?.id ?? "";
});

type Named = { name: string; count: number };
async function call(method: string, path: string, body?: object) {
  const { status, json } = await api(method, path, { token: await freshToken(staff), body });
  expect(status, path).toBe(200);
  return json;
}

/** Returns the number of email addresses that reject emails, as each staff page shows it. */
async function said() {
  const list = "wp/v2/staff/applications";
  const selection = { ids: [application] };
  const of = (some: Named[], name: string) => some.find((one) => one.name === name)?.count ?? 0;
  const { checks } = await call("GET", "wp/v2/staff/today");
  const mails = await call("GET", "wp/v2/staff/mails?address=rejecting");
  const filtered = await call("GET", `${list}?trouble=mail_failed`);
  const { applications, troubles } = await call("GET", list);
  const letter = await call("POST", "wp/v2/staff/letters", { selection, texts: freshTexts() });
  const until = "2026-10-07T18:00";
  const extended = await call("POST", `${list}/extension`, { selection, until });
  expect(mails).toMatchObject({ total: mails.mails.length, rejecting: mails.total });
  return {
    today: checks.find(({ check }: CheckAnswer) => check === "mails_failed").count,
    mails: mails.total,
    filter: filtered.total,
    tab: troubles.mail_failed,
    row: of(applications[0].troubles, "mail_failed"),
    letter: of(letter.against, "letter_bounced"),
    extension: of(extended.effects, "mail_rejected"),
  };
}
const all = (count: number) =>
  Object.fromEntries(
    ["today", "mails", "filter", "tab", "row", "letter", "extension"].map((name) => [name, count]),
  );

/** Requests an email about the account and sets its delivery state to the given values. */
async function mailWith(values: Partial<typeof outbox.$inferInsert>) {
  const before = new Set((await db.select().from(outbox)).map(({ id }) => id));
  // Reset the rate limits, because after five requests an hour, further requests queue no email.
  await db.delete(rateLimits);
  await api("POST", "wp/v2/users/password-recovery", { body: { email: EMAIL } });
  const mail = (await db.select().from(outbox)).find(({ id }) => !before.has(id));
  if (!mail) throw new Error("no mail was queued");
  if (Object.keys(values).length > 0)
    await db.update(outbox).set(values).where(eq(outbox.id, mail.id));
}
const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000);

test("all pages agree whether the last email to an address was rejected, regardless of its subject", async () => {
  expect(await said()).toEqual(all(0));
  await mailWith({ sentAt: at(1) });
  expect(await said()).toEqual(all(0));
  await mailWith({ failedAt: at(2), lastError: "550 no such user" });
  expect(await said()).toEqual(all(1));
  await mailWith({ failedAt: at(3), lastError: "550 no such user" });
  expect(await said()).toEqual(all(1));
  await mailWith({});
  await mailWith({ failedAt: at(5), lastError: EXPIRED });
  expect(await said()).toEqual(all(1));
  await mailWith({ sentAt: at(6) });
  expect(await said()).toEqual(all(0));
});
