import type { Stage } from "@/contract/evaluation/funnel";
import { filledDetails, type ReleaseDetails } from "@/contract/evaluation/release-details";
import { LANGUAGES, type Language, languageOf } from "@/contract/languages";
import type {
  listDecisionMails as contract,
  sendDecisionMailToMe as toMeContract,
} from "@/contract/staff/selection";
import { editionTarget } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { outbox } from "../../db/schema/mail";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { isLastRejection } from "../../mail/mail-state";
import { findDecidingRound } from "../../selection/candidates";
import { leavingFeedback } from "../../selection/feedback";
import { mailsOf, previewRelease } from "../../selection/release";
import { buildMailPreview } from "../mail-preview";
import { mailToMe } from "../mails/mail-to-me";

type Mails = Awaited<ReturnType<typeof mailsOf>>;

/**
 * Returns the number of emails of each kind that a release of decisions would send, and a preview of one email. Uses
 * the same functions as the real release.
 */
export async function listDecisionMails({ db, config, query, arrivedAt }: Call<typeof contract>) {
  const mails = await mailsOfRelease(db, query, arrivedAt);
  const sheet = ({ mail: { data = {}, ...mail }, user }: Mails[number]) =>
    buildMailPreview(
      { ...mail, data },
      `${user.firstName} ${user.lastName} <${mail.recipient}>`,
      config,
      arrivedAt,
    );
  const kinds = [...Map.groupBy(mails, ({ mail }) => mail.template)];
  const these = chosenOf(mails, query);
  const shown = these[query.place - 1];
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

/**
 * Sends the caller one of the decision emails as a test, and writes the test to the audit log. Releases no decision.
 */
export async function sendDecisionMailToMe(call: Call<typeof toMeContract>) {
  const { db, body, arrivedAt } = call;
  const mail = chosenOf(await mailsOfRelease(db, body, arrivedAt), body)[body.place - 1]?.mail;
  if (!mail) return fail("not_found");
  const { template, language, data = {} } = mail;
  const target = editionTarget(await editionOf(db, body.edition, arrivedAt));
  const test = { template, language, data, userId: null };
  return mailToMe(call, test, { target, data: { stage: body.stage } });
}

type Asked = ReleaseDetails & { edition?: number | undefined; stage: Stage };

/** Returns all emails of a release of decisions. Throws `jury_not_closed` if staff cannot read the ranking yet. */
async function mailsOfRelease(db: Executor, asked: Asked, now: Date) {
  const { edition: year, stage } = asked;
  const edition = await editionOf(db, year, now);
  await requireJuryClosed(db, await findDecidingRound(db, edition, stage));
  const preview = await previewRelease(db, edition, [stage]);
  const { leaving } = await leavingFeedback(db, edition, preview.rows);
  return mailsOf(db, preview, filledDetails(asked), leaving);
}

type Which = { template?: string | undefined; language?: Language | undefined };

/**
 * Returns the decision emails of one template and language. If the request names no template, uses the template of the
 * first email. If the request names no language, returns the emails in all languages.
 */
function chosenOf(mails: Mails, { template = mails[0]?.mail.template, language }: Which): Mails {
  return mails.filter(
    ({ mail }) => mail.template === template && (!language || mail.language === language),
  );
}

/** Returns the recipients whose last email was rejected, because the decision email will probably be rejected too. */
async function refusedOf(db: Executor, mails: Mails) {
  if (mails.length === 0) return [];
  // Reads all addresses whose last email was rejected, because they are few. An SQL condition that lists thousands of
  // recipients takes longer.
  const last = await db.select({ to: outbox.recipient }).from(outbox).where(isLastRejection);
  const refused = new Set(last.map(({ to }) => to));
  return mails.flatMap(({ row: { candidate }, mail }) =>
    refused.has(mail.recipient) ? [{ id: candidate.id, name: candidate.nome }] : [],
  );
}
