"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { getMailState, type MailStateNow } from "@/contract/staff/mails";
import { readOf } from "@/lib/api/query";
import { useLikelyNow } from "@/lib/browser/server-clock";
import { dated } from "@/lib/i18n/is-elided";
import { useSpan } from "../shell/use-span";
import { useWhen } from "../shell/use-when";
import { type MailAction, useMayAct } from "./mail-actions";
import styles from "./mails.module.css";
import { Minutes } from "./minutes";

/** Milliseconds between refetches. */
const REFRESH = 30_000;

type Props = { onAction: (action: MailAction) => void };

/** Shows the state of the outbox: an alarm if emails are stuck or paused, otherwise one sentence. */
export function MailHead({ onAction }: Props) {
  const t = useTranslations("staff.mails");
  const locale = useLocale();
  const { data, isError } = useQuery({
    ...readOf(getMailState, { locale }),
    refetchInterval: REFRESH,
  });
  const isAlarm = data !== undefined && (data.stuck > 0 || data.paused_since !== null);
  const title = !data
    ? t("title")
    : data.paused_since
      ? t("paused")
      : data.stuck > 0
        ? t("stuck", { count: data.stuck })
        : t("calm");
  return (
    <section data-alarm={isAlarm ? "" : undefined}>
      <VisuallyHidden as="output">{data && title}</VisuallyHidden>
      <div className={styles.inner}>
        <h1 className={styles.hero}>{title}</h1>
        {isError && <FormAlert heading={t(data ? "stale" : "stateFailed")} />}
        {data && <Facts {...{ data, onAction }} />}
      </div>
      {data && data.minutes.length > 0 && <Minutes state={data} />}
    </section>
  );
}

function Facts({ data, onAction }: Props & { data: MailStateNow }) {
  const t = useTranslations("staff.mails");
  const { moment, time } = useWhen();
  const span = useSpan();
  const now = useLikelyNow() ?? Date.parse(data.at);
  const disabledReason = useMayAct();
  const { stuck_since: since, paused_since: paused, trouble, says, taken_at: taken } = data;
  const button = (kind: "pause" | "resume" | "hurry", leads = false) => (
    <Button
      small
      leads={leads}
      variant={leads ? "inverse" : "secondary"}
      disabledReason={disabledReason}
      onClick={() => onAction({ kind })}
    >
      {t(`act.${kind}`)}
    </Button>
  );
  if (paused) {
    return (
      <div className={styles.facts}>
        <p className={styles.lead}>
          {t("pausedText", { at: moment(paused), count: data.waiting })}
        </p>
        <div className={styles.acts}>{button("resume", true)}</div>
      </div>
    );
  }
  if (!trouble || !since) {
    return (
      <div className={styles.facts}>
        <p className={styles.lead}>
          {taken ? t("calmText", { at: moment(taken) }) : t("nothingTaken")}
          {data.waiting > 0 && ` ${t("inQueue", { count: data.waiting })}`}
        </p>
        <div className={styles.acts}>{button("pause")}</div>
      </div>
    );
  }
  return (
    <div className={styles.facts}>
      <p className={styles.lead}>
        {t(`trouble.${trouble}`, {
          ...dated("time", moment(since)),
          span: span(Date.parse(since), now),
        })}{" "}
        {t("nothingLost")}
      </p>
      <div>
        {says && (
          <>
            <p>
              <strong>{t("serverSays")}</strong>
            </p>
            <p className={styles.quoted}>{t("quoted", { words: says })}</p>
          </>
        )}
        <p>
          {t("attempts", { count: data.attempts })}
          {data.next_at && Date.parse(data.next_at) > now
            ? `, ${t("nextAt", { time: time(data.next_at) })}`
            : ""}
        </p>
        <div className={styles.acts}>
          {button("hurry", true)}
          {button("pause")}
        </div>
      </div>
    </div>
  );
}
