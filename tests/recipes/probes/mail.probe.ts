import { expect, test } from "vitest";
import { outbox } from "@/backend/db/schema/mail";
import { isTemplate } from "@/backend/mail/messages";
import { queueMail } from "@/backend/mail/outbox";
import { renderMail } from "@/backend/mail/render";
import { testBackend } from "@/tests/support/servers/backend";

const { db, deps } = await testBackend();

test("it waits in the outbox, and leaves in its reader's language", async () => {
  const data = { place: "Aosta" };
  const mail = { template: "open_day", userId: null, recipient: "a@example.org", data } as const;
  await queueMail(db, { ...mail, language: "en" });
  const [row] = await db.select().from(outbox);
  expect(row).toMatchObject({ template: "open_day", language: "en" });
  if (!row || !isTemplate(row.template)) throw new Error("the mail is not known");
  const english = renderMail({ ...row, template: row.template, language: "en" }, deps.config);
  expect(english.subject).toBe("Open day in Aosta");
  expect(english.html).toContain("See the programme");
  expect(english.text).toContain("https://slancio.example/en/evento");
  expect(renderMail({ ...mail, language: "it" }, deps.config).subject).toBe("Porte aperte a Aosta");
});
