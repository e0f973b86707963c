import { describe, expect, test } from "vitest";
import { cleanEmail } from "@/contract/text/clean-text";
import { registrationWords } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { testSmtp } from "@/tests/support/servers/smtp";
import { rateLimits, registrations, users } from "../db/schema/accounts";
import { outbox, whitepaperRequests } from "../db/schema/mail";
import { openTransport } from "./transport";

const { api, db, deps } = await testBackend();
const smtp = await testSmtp();

/** Texts with which known attacks have added a second recipient, a header, or a command to mails. */
const BREAKS = [
  "\r\nBcc: b@example.org",
  "\nBcc: b@example.org",
  "\rBcc: b@example.org",
  "\u0000",
  "%0d%0aBcc:b@example.org\r\n",
  "\r\n.\r\nMAIL FROM:<x@example.org>",
];
/**
 * Texts with which attacks try to add a recipient, a header, or a command to mails, and two texts with Unicode line
 * separators. These separators are invalid in an address, although no mail program breaks lines at them.
 */
const TAILS = [...BREAKS, "\u0085Bcc: b@example.org", "\u2028Bcc: b@example.org"];
const ADDRESSES = [
  ...TAILS.map((tail) => `ada${tail}@example.org`),
  ...TAILS.map((tail) => `ada@example.org${tail}`),
  "ada@example.org,b@example.org",
  "ada@example.org;b@example.org",
  "ada@example.org b@example.org",
  "Ada <ada@example.org>",
  "<ada@example.org>",
  '"ada@evil.example"@example.org',
  "ada(comment)@example.org",
  "ada@evil.example@example.org",
  "ada@[127.0.0.1]",
  "ada@example.org>",
  `${"a".repeat(65)}@example.org`,
  `ada@${"a".repeat(250)}.org`,
];
const ROUTES: [string, (more: object) => object][] = [
  ["users/register", registrationWords],
  ["users/password-recovery", (more) => more],
  ["users/confirm/resend", (more) => more],
  [
    "whitepaper_requests",
    (more) => ({ ...registrationWords(), company: "Filò", role: "CEO", ...more }),
  ],
];

describe("injection of mail headers", () => {
  test.each(ROUTES)(
    "an address with a line break or a second header is refused by %s",
    async (path, body) => {
      for (const email of ADDRESSES) {
        await db.delete(rateLimits);
        const { status, json } = await api("POST", `wp/v2/${path}`, { body: body({ email }) });
        const isGood = cleanEmail(email) === "ada@example.org";
        expect([email, isGood || status === 422]).toEqual([email, true]);
        if (!isGood) expect(Object.keys(json.data.fields)).toEqual(["email"]);
      }
      const addresses = await db.select({ email: users.email }).from(users);
      expect(addresses.every(({ email }) => email === "ada@example.org")).toBe(true);
      const recipients = await db.select({ recipient: outbox.recipient }).from(outbox);
      expect(recipients.every(({ recipient }) => recipient === "ada@example.org")).toBe(true);
      const requests = await db
        .select({ email: whitepaperRequests.email })
        .from(whitepaperRequests);
      expect(requests.every(({ email }) => email === "ada@example.org")).toBe(true);
    },
  );
});

test("a registered name contains no line break and no control character", async () => {
  for (const tail of BREAKS) {
    await db.delete(rateLimits);
    const name = `Ada${tail}Riva`;
    const body = registrationWords({ first_name: name, last_name: name });
    const { status } = await api("POST", "wp/v2/users/register", { body });
    expect([tail, status]).toEqual([tail, 202]);
  }
  const kept = (await db.select().from(registrations)).filter(({ firstName }) =>
    firstName.startsWith("Ada"),
  );
  expect(kept).toHaveLength(BREAKS.length);
  for (const { firstName, lastName } of kept) {
    expect(firstName).toMatch(/^Ada.*Riva$/);
    expect(firstName + lastName).not.toMatch(/\p{Cc}/u);
  }
});

test("an email is sent to one recipient with its original headers for any name", async () => {
  const send = openTransport({ ...deps.config, SMTP_URL: smtp.url });
  const name = "Ada\u0085Bcc: b@example.org\u2028X-Odd: 1";
  await send({
    id: "00000000-0000-4000-8000-000000000001",
    recipient: "ada@example.org",
    template: "application_sent",
    language: "it",
    data: { first_name: name, project: name, number: "2026-000001\r\nBcc: b@example.org" },
  });
  const [mail] = smtp.received;
  expect(mail?.to).toEqual(["ada@example.org"]);
  const [head = ""] = mail?.source.split("\n\n") ?? [];
  expect(head).not.toMatch(/^(?:bcc|x-odd):/im);
  expect(head.match(/^to:/gim)).toHaveLength(1);
});
