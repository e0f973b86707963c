"use client";

import { useLocale, useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { getMailState, type MailStateNow } from "@/contract/staff/mails";
import { readOf } from "@/lib/api/query";
import { useLikelyNow } from "@/lib/browser/server-clock";
import { dated } from "@/lib/i18n/is-elided";
import { ListHead } from "../list/list-head";
import { useRefreshedQuery } from "../shell/use-refreshed-query";
import { useSpan } from "../shell/use-span";
import { useWhen } from "../shell/use-when";
import { type MailAction, useMayAct } from "./mail-actions";
import styles from "./mails.module.css";
import { Minutes } from "./minutes";

/** Milliseconds between two refetches of the page's data. */
const REFRESH = 30_000;

type Props = { onAction: (action: MailAction) => void };

function useMailState() {
  const locale = useLocale();
  return useRefreshedQuery({ ...readOf(getMailState, { locale }), refetchInterval: REFRESH });
}

/** Shows the state of the mail outbox: an alarm if emails are stuck or paused, otherwise one sentence. */
export function MailHead({ onAction }: Props) {
  const t = useTranslations("staff.mails");
  const { data, isError } = useMailState();
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
        <ListHead title={title} sum={data && <Facts data={data} />} keys={["row", "search"]}>
          {data && <Ways {...{ data, onAction }} />}
        </ListHead>
        {isError && <FormAlert heading={t(data ? "stale" : "stateFailed")} />}
      </div>
    </section>
  );
}

/**
 * Draws how many emails were sent and how many waited in each of the last minutes. Renders nothing before the outbox's
 * state has loaded, or if no email is stuck.
 */
export function LastMinutes() {
  const { data } = useMailState();
  return data && data.minutes.length > 0 ? <Minutes state={data} /> : null;
}

type Of = { data: MailStateNow };

function Facts({ data }: Of) {
  const t = useTranslations("staff.mails");
  const { moment, time } = useWhen();
  const span = useSpan();
  const now = useLikelyNow() ?? Date.parse(data.at);
  const { stuck_since: since, paused_since: paused, trouble, says, taken_at: taken } = data;
  if (paused) {
    return <span>{t("pausedText", { at: moment(paused), count: data.waiting })}</span>;
  }
  if (!trouble || !since) {
    return (
      <span>
        {taken ? t("calmText", { at: moment(taken) }) : t("nothingTaken")}
        {data.waiting > 0 && ` ${t("inQueue", { count: data.waiting })}`}
      </span>
    );
  }
  return (
    <>
      <span>
        {t(`trouble.${trouble}`, {
          ...dated("time", moment(since)),
          span: span(Date.parse(since), now),
        })}{" "}
        {t("nothingLost")}
      </span>
      <span className={styles.quoted}>
        {says && (
          <>
            <strong>{t("serverSays")}</strong> {t("quoted", { words: says })}{" "}
          </>
        )}
        {t("attempts", { count: data.attempts })}
        {data.next_at && Date.parse(data.next_at) > now
          ? `, ${t("nextAt", { time: time(data.next_at) })}`
          : ""}
      </span>
    </>
  );
}

/** Renders the buttons for actions on the whole mail outbox. */
function Ways({ data, onAction }: Props & Of) {
  const t = useTranslations("staff.mails");
  const disabledReason = useMayAct();
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
  const isStuck = data.trouble && data.stuck_since;
  return (
    <div className={styles.acts}>
      {data.paused_since ? (
        button("resume", true)
      ) : (
        <>
          {isStuck && button("hurry", true)}
          {button("pause")}
        </>
      )}
    </div>
  );
}
