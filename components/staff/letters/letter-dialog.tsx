"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import type { AnswerOf, BodyOf } from "@/contract/endpoint";
import { type Language, languageName } from "@/contract/languages";
import {
  type LetterPick,
  type LetterTexts,
  NO_TEXTS,
  previewLetter,
  sendLetter,
  testLetter,
} from "@/contract/staff/letters";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useRouter } from "@/lib/i18n/navigation";
import { ActionDialog } from "../actions/action-dialog";
import type { ActionInput } from "../actions/use-staff-action";
import { MailPager } from "../mail-preview/mail-pager";
import { TestToMe } from "../mail-preview/test-to-me";
import { useSettled } from "../shell/use-settled";
import { LeftOut } from "./left-out";
import { hasText } from "./letter-draft";
import { hasMistake, hasWords, LetterFields } from "./letter-fields";
import styles from "./letters.module.css";
import { MissingValues } from "./missing-values";
import { SavedTexts } from "./saved-texts";

type Selection = BodyOf<typeof previewLetter>["selection"];
type Shown = { place: number; language?: Language; pick?: LetterPick };

/**
 * Dialog for a letter to the selected people: text in each language, saved texts, preview per recipient, test email,
 * and sending.
 *
 * @param texts the text so far; the caller keeps it when the dialog closes
 */
export function LetterDialog({
  selection,
  count,
  texts,
  onTexts: onChange,
  onDone,
  onClose,
}: {
  selection: Selection;
  count: number;
  texts: LetterTexts;
  onTexts: (texts: LetterTexts) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff.letters");
  const locale = useLocale();
  const router = useRouter();
  const [shown, setShown] = useState<Shown>({ place: 1 });
  const settled = useSettled(texts);
  // If the dialog opens with the text of an earlier unsent letter, a message says so until the staff member changes the
  // text.
  const [isChanged, setIsChanged] = useState(false);
  const onTexts = (next: LetterTexts) => {
    setIsChanged(true);
    onChange(next);
  };
  const preview = useQuery({
    queryKey: [previewLetter.name, selection, settled, shown],
    queryFn: ({ signal }): Promise<AnswerOf<typeof previewLetter>> =>
      call(previewLetter, { locale, body: { selection, texts: settled, ...shown }, signal }),
    // Request no preview while a placeholder has a mistake: the server would reject the letter's texts, and the fields
    // already show the mistake.
    enabled: !hasMistake(settled),
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const { data, error } = preview;
  const fields = error instanceof ApiError ? error.fields : {};
  // A letter can be sent only after its preview, and only if every recipient's language has a text.
  const isWhole =
    data !== undefined &&
    !error &&
    settled === texts &&
    !hasMistake(texts) &&
    data.languages.every(({ language }) => hasWords(texts, language));
  return (
    <ActionDialog
      endpoint={sendLetter}
      input={isWhole ? ({ selection, texts } as ActionInput) : null}
      count={count}
      decide={(refused) => (
        <>
          {!isChanged && hasText(texts) && (
            <div className={styles.savedActs}>
              <p>{t("left")}</p>
              <Button small variant="secondary" onClick={() => onTexts(NO_TEXTS)}>
                {t("empty")}
              </Button>
            </div>
          )}
          <SavedTexts {...{ texts, onTexts }} hasText={hasText(texts)} />
          <LetterFields
            audience={selection.audience ?? "applications"}
            texts={texts}
            onChange={onTexts}
            readers={data?.languages ?? null}
            errors={{ ...fields, ...refused }}
          />
          <p className={styles.readers}>{t("stays")}</p>
        </>
      )}
      aside={
        <>
          {error && Object.keys(fields).length === 0 && (
            <FormAlert
              heading={t("previewFailed")}
              code={error instanceof ApiError ? error.code : undefined}
            />
          )}
          {data && <MissingValues missing={data.missing} {...{ texts, onTexts }} />}
          {data && hasText(texts) && (
            <Picks
              shown={shown}
              isReplaced={data.missing.some(({ replaced }) => replaced > 0)}
              onChoose={setShown}
            />
          )}
          {data?.mail ? (
            <MailPager
              mail={data.mail}
              place={shown.place}
              of={data.of}
              languages={data.languages.map(({ language }) => language)}
              language={shown.language}
              onChoose={(next) => setShown({ ...next, ...(shown.pick && { pick: shown.pick }) })}
            >
              <TestOfLetter {...{ texts, selection, shown }} language={data.mail.language} />
            </MailPager>
          ) : (
            <p>{data ? t("nobody") : t("previewPending")}</p>
          )}
          <LeftOut selection={selection} texts={settled} enabled={!hasMistake(settled)} />
        </>
      }
      onDone={() => {
        onDone();
        router.push("/dashboard/regia/email/lettere");
      }}
      onClose={onClose}
    />
  );
}

/**
 * Buttons that choose which emails the preview shows: all emails in order, the longest emails first, or only emails
 * with a substitute for a missing value.
 */
function Picks({
  shown,
  isReplaced,
  onChoose,
}: {
  shown: Shown;
  isReplaced: boolean;
  onChoose: (shown: Shown) => void;
}) {
  const t = useTranslations("staff.letters.pick");
  const picks = [undefined, "longest", ...(isReplaced ? (["replaced"] as const) : [])] as const;
  return (
    <fieldset className={styles.picks} aria-label={t("label")}>
      {picks.map((pick) => (
        <button
          key={pick ?? "all"}
          type="button"
          aria-pressed={shown.pick === pick}
          onClick={() =>
            onChoose({
              place: 1,
              ...(shown.language && { language: shown.language }),
              ...(pick && { pick }),
            })
          }
        >
          {t(pick ?? "all")}
        </button>
      ))}
    </fieldset>
  );
}

/** Button that sends the previewed email as a test to the letter's author. */
function TestOfLetter({
  texts,
  language,
  selection,
  shown: { place, pick },
}: {
  texts: LetterTexts;
  language: Language;
  selection: Selection;
  shown: Shown;
}) {
  const t = useTranslations("staff.letters");
  const locale = useLocale();
  const as = { selection, place, ...(pick && { pick }) };
  return (
    <TestToMe
      // Each language has its own React key, so a change of language removes the result of the last test email.
      key={language}
      words={{
        button: t("test"),
        busy: t("testing"),
        failed: t("testFailed"),
        sent: (result) => t("tested", result),
      }}
      disabledReason={
        hasMistake(texts)
          ? t("testMistake")
          : hasWords(texts, language)
            ? undefined
            : t("testEmpty", { language: languageName(locale, language) })
      }
      send={() => call(testLetter, { locale, body: { language, ...texts[language], as } })}
    />
  );
}
