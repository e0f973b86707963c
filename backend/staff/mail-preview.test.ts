import { expect, test } from "vitest";
import { mailPreviewSchema } from "@/contract/staff/mail-preview";
import { readConfig } from "../config";
import { renderMail } from "../mail/render";
import { buildMailPreview } from "./mail-preview";

const config = readConfig({
  DATABASE_URL: "postgres://127.0.0.1/x",
  SMTP_URL: "smtp://127.0.0.1:25",
  SITE_URL: "https://slancio.example/",
  TOKEN_SECRET: "a secret of the tests, long enough to be one",
});
const data = { first_name: "Giulia", project: "Filò", token: "T0k_en-" };

test.each(["decision_semifinalist", "password_recovery"] as const)(
  "the preview of %s has the text of the email and omits the address of its link",
  (template) => {
    const content = { template, language: "it", data } as const;
    const now = new Date("2027-03-10T15:20:00.000Z");
    const { subject, text } = renderMail(content, config, now);
    const sheet = mailPreviewSchema.parse(
      buildMailPreview(content, "giulia@example.org", config, now),
    );
    expect(sheet).toMatchObject({ subject, to: "giulia@example.org", from: config.MAIL_FROM });
    expect(text).toContain(sheet.title.toUpperCase());
    for (const part of [...sheet.paragraphs, sheet.button ?? "", sheet.note ?? ""]) {
      expect(text).toContain(part);
    }
    expect(JSON.stringify(sheet)).not.toContain(data.token);
  },
);
