import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testBackend } from "@/tests/support/servers/backend";
import { outbox, whitepaperRequests } from "../db/schema/mail";
import { deleteExpiredRecords } from "../housekeeping";
import { renderMail } from "../mail/render";

const { api, db, clock, deps } = await testBackend();
const PATH = "wp/v2/whitepaper_requests";

function person(email: string, changes: Record<string, unknown> = {}) {
  const names = { first_name: "Irene", last_name: "Bassani", company: "Rio Basso", role: "Soci" };
  return { ...names, email, privacy: true, ...changes };
}
const ask = (email: string, changes = {}, path = PATH) =>
  api("POST", path, { body: person(email, changes) });
const mailsTo = (email: string) => db.select().from(outbox).where(eq(outbox.recipient, email));
const storedOf = (email: string) =>
  db.select().from(whitepaperRequests).where(eq(whitepaperRequests.email, email));

test("a whitepaper request is stored and answered by email with the link, in its language", async () => {
  const { status, json } = await ask("Irene@Example.org", { newsletter: true }, `${PATH}?lang=en`);
  expect([status, json]).toEqual([202, { status: "accepted" }]);
  expect(await storedOf("irene@example.org")).toMatchObject([
    {
      firstName: "Irene",
      company: "Rio Basso",
      newsletter: true,
      language: "en",
      document: "/policy/web-privacy-en.pdf",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  const [mail] = await mailsTo("irene@example.org");
  expect(mail).toMatchObject({ template: "whitepaper", language: "en", data: {} });
  const { text } = renderMail({ template: "whitepaper", language: "en", data: {} }, deps.config);
  expect(text).toContain("https://slancio.example/policy/whitepaper-en.pdf");
});

test("a whitepaper request with missing or invalid fields names them and stores nothing", async () => {
  const { status, json } = await ask("storta", { company: " ", privacy: false });
  expect(status).toBe(422);
  expect(json.data.fields).toEqual({
    email: "invalid_email",
    company: "required",
    privacy: "required",
  });
  expect(await storedOf("storta")).toEqual([]);
});

test("a recipient gets at most five whitepaper emails an hour, always with the same response", async () => {
  for (let i = 0; i < 7; i++) expect((await ask("tante@example.org")).status).toBe(202);
  expect(await mailsTo("tante@example.org")).toHaveLength(5);
  clock.now = new Date(clock.now.getTime() + 3_601_000);
  await ask("tante@example.org");
  expect(await mailsTo("tante@example.org")).toHaveLength(6);
});

test("an IP address can request the whitepaper a hundred times an hour at most", async () => {
  clock.now = new Date(clock.now.getTime() + 3_601_000);
  const answers = await Promise.all(
    Array.from({ length: 101 }, (_, index) => ask(`folla-${index}@example.org`)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a whitepaper request is deleted after two years", async () => {
  clock.now = new Date(clock.now.getTime() + 3_601_000);
  await ask("lontana@example.org");
  await deleteExpiredRecords(db, new Date(clock.now.getTime() + 729 * 86_400_000));
  expect(await storedOf("lontana@example.org")).toHaveLength(1);
  await deleteExpiredRecords(db, new Date(clock.now.getTime() + 732 * 86_400_000));
  expect(await storedOf("lontana@example.org")).toEqual([]);
});
