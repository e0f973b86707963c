"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { showToast } from "@/components/ui/overlays/toast";
import type { AnswerOf, BodyOf } from "@/contract/endpoint";
import type { Language } from "@/contract/languages";
import { type LetterTexts, previewLetter, sendLetter, testLetter } from "@/contract/staff/letters";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useRouter } from "@/lib/i18n/navigation";
import { ActionDialog } from "../actions/action-dialog";
import type { ActionInput } from "../actions/use-staff-action";
import { MailPager } from "../mail-preview/mail-pager";
import { LeftOut } from "./left-out";
import { hasWords, LetterFields } from "./letter-fields";

/** Milliseconds without typing before a new preview is requested. */
const PAUSE = 700;

type Selection = BodyOf<typeof previewLetter>["selection"];
type Shown = { place: number; language?: Language };

/**
 * Dialog for a letter to the selected applicants: text in each language, preview per recipient, test email, and sending.
 *
 * @param texts the text so far; the caller keeps it when the dialog closes
 */
export function LetterDialog({
  selection,
  count,
  texts,
  onTexts,
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
  const preview = useQuery({
    queryKey: [previewLetter.name, selection, settled, shown],
    queryFn: ({ signal }): Promise<AnswerOf<typeof previewLetter>> =>
      call(previewLetter, { locale, body: { selection, texts: settled, ...shown }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const { data, error } = preview;
  const fields = error instanceof ApiError ? error.fields : {};
  // The letter can be sent only after its preview, and only if every recipient's language has a text.
  const isWhole =
    data !== undefined &&
    !error &&
    settled === texts &&
    data.languages.every(({ language }) => hasWords(texts, language));
  return (
    <ActionDialog
      endpoint={sendLetter}
      input={isWhole ? ({ selection, texts } as ActionInput) : null}
      count={count}
      decide={(refused) => (
        <LetterFields
          texts={texts}
          onChange={onTexts}
          readers={data?.languages ?? null}
          errors={{ ...fields, ...refused }}
        />
      )}
      aside={
        <>
          {error && Object.keys(fields).length === 0 && (
            <FormAlert
              heading={t("previewFailed")}
              code={error instanceof ApiError ? error.code : undefined}
            />
          )}
          {data?.mail ? (
            <MailPager
              mail={data.mail}
              place={shown.place}
              of={data.of}
              languages={data.languages.map(({ language }) => language)}
              language={shown.language}
              onChoose={setShown}
            >
              <TestToMe texts={texts} language={data.mail.language} />
            </MailPager>
          ) : (
            <p>{data ? t("nobody") : t("previewPending")}</p>
          )}
          <LeftOut selection={selection} texts={settled} />
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

/** Sends the letter as a test to its author, in the previewed language. */
function TestToMe({ texts, language }: { texts: LetterTexts; language: Language }) {
  const t = useTranslations("staff.letters");
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ApiError | null>(null);
  async function send() {
    setBusy(true);
    setFailed(null);
    try {
      const { to } = await call(testLetter, { locale, body: { language, ...texts[language] } });
      showToast(t("tested", { to }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button
        small
        variant="secondary"
        busy={busy}
        busyLabel={t("testing")}
        disabledReason={hasWords(texts, language) ? undefined : t("testEmpty")}
        onClick={() => void send()}
      >
        {t("test")}
      </Button>
      {failed && <FormAlert heading={t("testFailed")} code={failed.code} />}
    </>
  );
}

/** Returns a value after it has not changed for a while. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
