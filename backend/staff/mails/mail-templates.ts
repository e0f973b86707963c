import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type * as contract from "@/contract/staff/mails";
import { outbox } from "../../db/schema/mail";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { isTemplate, mailMessages, NAMED } from "../../mail/messages";
import { renderMail } from "../../mail/render";
import { SAMPLE_DATA } from "../../mail/sample-data";

/**
 * Lists the email templates, with their titles in the caller's language. Omits letters, which have their own preview in
 * the letter editor.
 */
export async function listMailTemplates({ language }: Call<typeof contract.listMailTemplates>) {
  return {
    templates: NAMED.map((template) => ({
      template,
      title: mailMessages(language, template).title,
    })),
  };
}

/**
 * Renders an email of a template with the function that also renders sent emails. Uses the data of the last sent email
 * without secret links, or sample data if no email was sent. Emails about evaluations contain scores, so they always
 * use sample data.
 */
export async function getMailTemplate({
  db,
  config,
  params,
  query,
}: Call<typeof contract.getMailTemplate>) {
  const { template } = params;
  if (!isTemplate(template) || !NAMED.includes(template)) return fail("not_found");
  const real = template.startsWith("evaluation_")
    ? undefined
    : (
        await db
          .select()
          .from(outbox)
          .where(
            and(
              eq(outbox.template, template),
              isNotNull(outbox.sentAt),
              ne(outbox.recipient, ""),
              sql`${outbox.data} <> '{}'`,
            ),
          )
          .orderBy(desc(outbox.createdAt), desc(outbox.id))
          .limit(1)
      )[0];
  const { language } = query;
  const data = real ? { ...real.data, ...("token" in real.data && { token: "…" }) } : SAMPLE_DATA;
  const { subject, html } = renderMail(
    { template, language, data },
    config,
    real?.sentAt ?? undefined,
  );
  return {
    template,
    title: mailMessages(language, template).title,
    language,
    from: config.MAIL_FROM,
    to: real?.recipient ?? null,
    subject,
    html,
  };
}
