import type * as contract from "@/contract/staff/letters";
import { type LetterTexts, NO_TEXTS } from "@/contract/staff/letters";
import { editionTarget } from "../../audit-log/entries";
import { currentEdition } from "../../editions/edition";
import type { Call } from "../../http/serve";
import { deadlineWords } from "../../mail/data-messages";
import {
  countReaders,
  fillText,
  leftOutFrom,
  prepareLetter,
  readerAt,
  SAMPLE_STAGE,
} from "../../mail/letter";
import { stageWords } from "../../mail/messages";
import { pageUrl } from "../../mail/render";
import { SAMPLE_DATA } from "../../mail/sample-data";
import { buildMailPreview } from "../mail-preview";
import { mailToMe } from "../mails/mail-to-me";
import { recipientsOf } from "./recipients";

/** Renders a letter for one recipient with the same functions that queue and send letters. */
export async function previewLetter(call: Call<typeof contract.previewLetter>) {
  const { db, config, body, arrivedAt } = call;
  const { language, pick, place } = body;
  const letter = await prepare(call, body.texts);
  const { languages, missing } = await countReaders(db, letter);
  const reader = await readerAt(db, letter, { language, place, pick });
  const among = languages.filter((one) => !language || one.language === language);
  return {
    languages,
    missing,
    of: pick === "replaced" ? (reader?.of ?? 0) : among.reduce((all, { count }) => all + count, 0),
    mail:
      reader === undefined
        ? null
        : buildMailPreview(
            {
              template: "letter",
              language: reader.language,
              data: { first_name: reader.first_name, subject: reader.subject, text: reader.text },
            },
            `${reader.first_name} ${reader.last_name} <${reader.email}>`,
            config,
            arrivedAt,
          ),
  };
}

/**
 * Lists the people that a letter would skip, by name, so that staff can fix the cause or contact them in another way.
 */
export async function listLeftOut(call: Call<typeof contract.listLeftOut>) {
  return leftOutFrom(call.db, await prepare(call, call.body.texts), call.body.from);
}

/**
 * Sends a test of a letter to the caller, with the values of the previewed recipient or with sample values. The audit
 * log records the test without the text of the letter.
 */
export async function testLetter(call: Call<typeof contract.testLetter>) {
  const { db, caller, config, body, arrivedAt } = call;
  const { language, subject, text, as } = body;
  const edition = await currentEdition(db, arrivedAt);
  const texts = { ...NO_TEXTS, [language]: { subject, text } };
  const reader =
    as &&
    (await readerAt(db, await prepare({ ...call, body: as }, texts), {
      language,
      place: as.place,
      pick: as.pick,
    }));
  const sample = {
    name: `${caller.firstName} ${caller.lastName}`.trim(),
    project: SAMPLE_DATA.project ?? "",
    deadline: deadlineWords(edition.closesAt.toISOString(), language),
    stage: stageWords(language, SAMPLE_STAGE),
    link: pageUrl(config.SITE_URL, language, "/dashboard"),
  };
  const data = reader
    ? { first_name: reader.first_name, subject: reader.subject, text: reader.text }
    : {
        first_name: caller.firstName,
        subject: fillText(subject, sample),
        text: fillText(text, sample),
      };
  const test = { template: "letter", language, data, userId: caller.id } as const;
  return mailToMe(call, test, { target: editionTarget(edition) });
}

type Asking = Pick<Call<typeof contract.listLeftOut>, "db" | "config" | "caller" | "arrivedAt"> & {
  body: Pick<Call<typeof contract.listLeftOut>["body"], "selection">;
};

async function prepare({ db, config, caller, body, arrivedAt: now }: Asking, texts: LetterTexts) {
  const by = { config, now, viewer: caller.id };
  return prepareLetter(db, await recipientsOf(db, body.selection, by), texts);
}
