import { desc, inArray } from "drizzle-orm";
import { LANGUAGES, languageOf } from "@/contract/languages";
import type { listDecisionMails as contract } from "@/contract/staff/selection";
import type { Executor } from "../../db/connect";
import { outbox } from "../../db/schema/mail";
import { requireJuryClosed } from "../../evaluations/close/opening";
import { editionOf } from "../../evaluations/edition";
import type { Call } from "../../http/serve";
import { mailsOf, planRelease } from "../../selection/release";
import { mailSheet } from "../mail-sheet";

type Mails = Awaited<ReturnType<typeof mailsOf>>;

/** What a release would send, and one of the mails as its recipient gets it: made by what sends them. */
export async function listDecisionMails({ db, config, query, arrivedAt }: Call<typeof contract>) {
  const { stage, template, language, place } = query;
  const edition = await editionOf(db, query.edition, arrivedAt);
  await requireJuryClosed(db, edition.id);
  const mails = await mailsOf(db, await planRelease(db, edition, [stage]));
  const sheet = ({ mail: { data = {}, ...mail }, user }: Mails[number]) =>
    mailSheet(
      { ...mail, data },
      `${user.firstName} ${user.lastName} <${mail.recipient}>`,
      config,
      arrivedAt,
    );
  const kinds = [...Map.groupBy(mails, ({ mail }) => mail.template)];
  const [first] = kinds;
  const kind = kinds.find(([name]) => name === template) ?? (template ? undefined : first);
  const these = (kind?.[1] ?? []).filter(({ mail }) => !language || mail.language === language);
  const shown = these[place - 1];
  return {
    kinds: kinds.flatMap(([name, own]) =>
      own[0]
        ? [
            {
              template: name,
              outcome: own[0].row.outcome,
              count: own.length,
              languages: LANGUAGES.flatMap((one) => {
                const count = own.filter(({ mail }) => languageOf(mail.language) === one).length;
                return count > 0 ? [{ language: one, count }] : [];
              }),
              subject: sheet(own[0]).subject,
            },
          ]
        : [],
    ),
    mail: shown ? sheet(shown) : null,
    of: these.length,
    refused: await refusedOf(db, mails),
  };
}

/** Those whose last mail was refused: this one may be, too. */
async function refusedOf(db: Executor, mails: Mails) {
  const addresses = mails.map(({ mail }) => mail.recipient);
  if (addresses.length === 0) return [];
  const last = await db
    .selectDistinctOn([outbox.recipient], { to: outbox.recipient, failedAt: outbox.failedAt })
    .from(outbox)
    .where(inArray(outbox.recipient, addresses))
    .orderBy(outbox.recipient, desc(outbox.createdAt));
  const refused = new Set(last.flatMap(({ to, failedAt }) => (failedAt ? [to] : [])));
  return mails.flatMap(({ row: { candidate }, mail }) =>
    refused.has(mail.recipient) ? [{ id: candidate.id, name: candidate.nome }] : [],
  );
}
