"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useErrorMessages } from "@/components/forms/error-messages";
import { TextArea } from "@/components/forms/fields/text-area";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import { contributionTextSchema, type Discussion, discuss } from "@/contract/evaluation/discussion";
import { TEXT_MAX } from "@/contract/fields";
import { useKeptText } from "@/lib/browser/use-kept-text";
import { useDates } from "../use-dates";
import styles from "./discussion.module.css";
import { useChange } from "./use-change";

/** Renders the contributions of a discussion in their order, and the form for a new contribution. */
export function Thread({ shown, about }: { shown: Discussion; about: string }) {
  const t = useTranslations("evaluation.discussion");
  const format = useFormatter();
  const { moment } = useDates();
  const nameOf = (reader: number | null, own: boolean) => {
    if (own) return t("you");
    return reader === null ? t("chair") : t("reader", { number: format.number(reader) });
  };
  return (
    <section className={styles.section} aria-labelledby="thread-title">
      <h2 id="thread-title" className={styles.subtitle}>
        {t("thread")}
      </h2>
      {shown.contributions.length === 0 ? (
        <p>{t("threadEmpty")}</p>
      ) : (
        <ol className={styles.thread}>
          {shown.contributions.map(({ id, reader, own, text, at }) => (
            <li key={id} className={styles.row}>
              <span className={styles.quiet}>
                <strong>{nameOf(reader, own)}</strong> · {moment(at)}
              </span>
              {text === null ? (
                <p className={styles.quiet}>{t("hidden")}</p>
              ) : (
                <p className={styles.text} dir="auto">
                  {text}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {shown.open && <ContributionForm shown={shown} about={about} />}
    </section>
  );
}

function ContributionForm({ shown, about }: { shown: Discussion; about: string }) {
  const t = useTranslations("evaluation.discussion");
  const errors = useErrorMessages();
  const [text, setText] = useKeptText(about);
  const { send, busy, code } = useChange(discuss, shown);
  const isFit = contributionTextSchema.safeParse(text).success;
  async function submit() {
    if (await send({ text })) setText("");
  }
  return (
    <div className={styles.form}>
      <TextArea
        name="contribution"
        label={t("contribution")}
        optional="unmarked"
        help={t("contributionHelp")}
        limit={TEXT_MAX}
        rows={4}
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {code && <Banner tone="negative" role="alert" title={errors(code)} />}
      <div>
        <Button
          busy={busy}
          busyLabel={t("sending")}
          disabledReason={isFit ? undefined : t("unfit")}
          onClick={() => void submit()}
        >
          {t("send")}
        </Button>
      </div>
    </div>
  );
}
