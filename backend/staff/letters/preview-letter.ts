import type * as contract from "@/contract/staff/letters";
import type { Call } from "../../http/serve";
import { countReaders, readerAt } from "../../mail/letter";
import { queueMail } from "../../mail/outbox";
import { applicationsChosen } from "../applications/chosen-applications";
import { mailSheet } from "../mail-sheet";

/** A letter as one of those who would get it sees it, by the functions that queue and send it. */
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
        : mailSheet(
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

/** Mails a letter to whoever writes it, as it would arrive. */
export async function testLetter({
  db,
  body: { language, subject, text },
  caller,
  wakeMail,
}: Call<typeof contract.testLetter>) {
  await queueMail(db, {
    template: "letter",
    userId: caller.id,
    recipient: caller.email,
    language,
    data: { first_name: caller.firstName, subject, text },
  });
  wakeMail();
  return { to: caller.email };
}
