"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextArea } from "@/components/forms/fields/text-area";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import {
  agreeToSummary,
  type Discussion,
  SUMMARY_MAX,
  summarize,
  summaryTextSchema,
} from "@/contract/evaluation/discussion";
import { LANGUAGES, type Language } from "@/contract/languages";
import { useKeptText } from "@/lib/browser/use-kept-text";
import { useDates } from "../use-dates";
import styles from "./discussion.module.css";
import { useChange } from "./use-change";

/**
 * Renders a discussion's summary and the evaluators who agree. The chair writes the summary, and the other evaluators
 * agree to it.
 */
export function Summary({ shown, about }: { shown: Discussion; about: string }) {
  const t = useTranslations("evaluation.discussion");
  const format = useFormatter();
  const { moment } = useDates();
  const { summary, open, chair } = shown;
  return (
    <section className={styles.section} aria-labelledby="summary-title">
      <h2 id="summary-title" className={styles.subtitle}>
        {t("summary")}
      </h2>
      {summary ? (
        <>
          <p className={styles.text} dir="auto" lang={summary.language}>
            {summary.text}
          </p>
          <p className={styles.quiet}>
            {t("summaryAt", { version: format.number(summary.version), date: moment(summary.at) })}{" "}
            {summary.agreed.length > 0
              ? t("agreed", {
                  count: summary.agreed.length,
                  readers: format.list(summary.agreed.map(String)),
                })
              : t("notAgreed")}
          </p>
          {open && <Agreement shown={shown} />}
        </>
      ) : (
        <p>{t(chair ? "summaryYours" : "summaryNone")}</p>
      )}
      {open && chair && <SummaryForm shown={shown} about={`${about}.summary`} />}
    </section>
  );
}

function Agreement({ shown }: { shown: Discussion }) {
  const t = useTranslations("evaluation.discussion");
  const errors = useErrorMessages();
  const { send, busy, code } = useChange(agreeToSummary, shown);
  const own = shown.readers.find((one) => one.own);
  const { summary } = shown;
  if (!own || !summary) return null;
  if (summary.agreed.includes(own.number)) return <p role="status">{t("youAgree")}</p>;
  return (
    <>
      {code && (
        <Banner
          tone="negative"
          role="alert"
          title={code === "version_conflict" ? t("changed") : errors(code)}
        />
      )}
      <div>
        <Button
          busy={busy}
          busyLabel={t("sending")}
          onClick={() => void send({ version: summary.version })}
        >
          {t("agree")}
        </Button>
      </div>
    </>
  );
}

const EMPTY = { version: 0, text: "", language: "it" as const, at: "", agreed: [] };

/** Renders the chair's form for the summary. The typed text stays when another version of the summary arrives. */
function SummaryForm({ shown, about }: { shown: Discussion; about: string }) {
  const t = useTranslations("evaluation.discussion");
  const errors = useErrorMessages();
  const locale = useLocale();
  const languages = new Intl.DisplayNames(locale, { type: "language" });
  const { summary } = shown;
  /**
   * The version of the summary from which the chair started writing. A newer version from another window is a conflict.
   */
  const [base, setBase] = useState(summary);
  const [text, setText, forget] = useKeptText(about, summary?.text);
  const [language, setLanguage] = useState<Language>(summary?.language ?? (locale as Language));
  const { send, busy, code } = useChange(summarize, shown);
  const isSame = text === summary?.text && language === summary.language;
  const isFit = !isSame && summaryTextSchema.safeParse(text).success;
  if (base?.version !== summary?.version && text === (base?.text ?? "")) {
    setBase(summary);
    setText(summary?.text ?? "");
  }
  async function submit() {
    const isStored = await send({ text, language }, base?.version ?? 0);
    if (isStored) forget();
    // After a conflict, the page shows the summary that another window or evaluator saved. The next attempt to save
    // replaces that summary.
    setBase(isStored ? { ...(base ?? EMPTY), text } : summary);
  }
  return (
    <div className={styles.form}>
      <SelectField
        name="summary-language"
        label={t("language")}
        value={language}
        options={LANGUAGES.map((one) => ({ value: one, label: languages.of(one) ?? one }))}
        onChange={({ target }) => target.value && setLanguage(target.value as Language)}
      />
      <TextArea
        name="summary"
        label={t("summaryText")}
        optional="unmarked"
        help={t("summaryHelp")}
        limit={SUMMARY_MAX}
        rows={5}
        dir="auto"
        lang={language}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {code && (
        <Banner
          tone="negative"
          role="alert"
          title={code === "version_conflict" ? t("changedKept") : errors(code)}
        />
      )}
      <div>
        <Button
          busy={busy}
          busyLabel={t("sending")}
          disabledReason={isFit ? undefined : t(isSame ? "sameSummary" : "unfit")}
          onClick={() => void submit()}
        >
          {t(summary ? "sendVersion" : "sendSummary")}
        </Button>
      </div>
    </div>
  );
}
