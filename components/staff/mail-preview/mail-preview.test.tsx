import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { expectAccessible } from "@/tests/support/axe";
import { renderWithWords } from "@/tests/support/render";
import { MailSheet } from "./mail-preview";

const MAIL = {
  from: "Slancio <ciao@slancio.example>",
  to: "Giulia Ferraro <giulia@example.org>",
  subject: "Il tuo progetto è in semifinale",
  language: "it" as const,
  title: "Sei in semifinale",
  paragraphs: ["Ciao Giulia.", "A presto."],
  details: [{ label: "Numero", value: "2026-000123" }],
  button: "Apri la tua area",
  note: "Una nota.",
  footer: "Slancio · piede",
};

test.each(LANGUAGES)(
  "the preview of an email is in the recipient's language (%s)",
  async (language) => {
    renderWithWords(<MailSheet mail={MAIL} label={MAIL.subject} />, language);
    const sheet = screen.getByRole("article", { name: MAIL.subject });
    for (const text of [MAIL.to, MAIL.subject, MAIL.title, ...MAIL.paragraphs, MAIL.note]) {
      expect(sheet.textContent).toContain(text);
    }
    expect(screen.getByText(MAIL.title).closest("[lang]")?.getAttribute("lang")).toBe("it");
    // The preview of an email has no active link, because the link is for the recipient.
    expect(screen.queryByRole("link")).toBeNull();
    await expectAccessible(document.body);
  },
);
