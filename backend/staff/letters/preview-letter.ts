import type * as contract from "@/contract/staff/letters";
import { editionTarget } from "../../audit-log/entries";
import { currentEdition } from "../../editions/edition";
import type { Call } from "../../http/serve";
import { countReaders, leftOutFrom, readerAt } from "../../mail/letter";
import { applicationsChosen } from "../applications/chosen-applications";
import { buildMailPreview } from "../mail-preview";
import { mailToMe } from "../mails/mail-to-me";

/** Renders a letter for one of its recipients, with the functions that queue and send it. */
export async function previewLetter({
  db,
  config,
  body,
  arrivedAt,
}: Call<typeof contract.previewLetter>) {
  const { selection, texts, language, place } = body;
  const which = await applicationsChosen(db, selection, arrivedAt);
  const languages = await countReaders(db, texts, which);
  const reader = await readerAt(db, texts, which, { language, place });
  return {
    languages,
    of: languages
      .filter((one) => !language || one.language === language)
      .reduce((all, { count }) => all + count, 0),
    mail:
      reader === undefined
        ? null
        : buildMailPreview(
            {
              template: "letter",
              language: reader.language,
              data: { first_name: reader.first_name, ...texts[reader.language] },
            },
            `${reader.first_name} ${reader.last_name} <${reader.email}>`,
            config,
            arrivedAt,
          ),
  };
}

/**
 * Lists the applicants that a letter would skip, by name, so that staff can fix the cause or contact them
 * otherwise.
 */
export async function listLeftOut({ db, body, arrivedAt }: Call<typeof contract.listLeftOut>) {
  const { selection, texts, from } = body;
  return leftOutFrom(db, texts, await applicationsChosen(db, selection, arrivedAt), from);
}

/** Sends a test of a letter to the caller. The audit log records the test without the text of the letter. */
export async function testLetter(call: Call<typeof contract.testLetter>) {
  const { caller } = call;
  const { language, subject, text } = call.body;
  const edition = await currentEdition(call.db, call.arrivedAt);
  const data = { first_name: caller.firstName, subject, text };
  const test = { template: "letter", language, data, userId: caller.id } as const;
  return mailToMe(call, test, { target: editionTarget(edition) });
}
