import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type * as contract from "@/contract/staff/mails";
import { outbox } from "../../db/schema/mail";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { renderMail } from "../../mail/render";
import { SAMPLE_DATA } from "../../mail/sample-data";
import { isTemplate, mailWords, NAMED } from "../../mail/words";

/** Every mail that the product sends, by the title it has in the reader's language; a letter is seen where it is written. */
export async function listMailTemplates({ language }: Call<typeof contract.listMailTemplates>) {
  return {
    templates: NAMED.map((template) => ({
      template,
      title: mailWords(language, template).title,
    })),
  };
}

/**
 * A mail as it will look, made by the function that sends it: as the last one was that left, if there is one, but for
 * the secret of its link. Mails about evaluations tell of scores: those are shown with made-up data.
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
    title: mailWords(language, template).title,
    language,
    from: config.MAIL_FROM,
    to: real?.recipient ?? null,
    subject,
    html,
  };
}
