"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { showToast } from "@/components/ui/overlays/toast";
import { Breadcrumbs } from "@/components/ui/page/breadcrumbs";
import { mayCall } from "@/contract/endpoint";
import {
  type Audience,
  getLetter,
  NO_TEXTS,
  type Letter as One,
  sendLetter,
} from "@/contract/staff/letters";
import { getMailState } from "@/contract/staff/mails";
import { meQuery, readOf } from "@/lib/api/query";
import { dated } from "@/lib/i18n/is-elided";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { usePreviewMessages } from "../actions/preview-messages";
import { ListBody } from "../list/list-body";
import page from "../list/list-page.module.css";
import { lineHref, screenNamed } from "../shell/screens";
import { useRefreshedQuery } from "../shell/use-refreshed-query";
import { useWhen } from "../shell/use-when";
import { useLetterDraft } from "./letter-draft";
import styles from "./letters.module.css";
import { Progress, refreshOf } from "./progress";
import { StateLinks } from "./state-links";

/**
 * Renders one letter, which is a bulk email written by staff: delivery progress, skipped recipients, author, reason,
 * and text.
 */
export function Letter({ id }: { id: string }) {
  const t = useTranslations("staff.letters");
  const mails = useTranslations("staff.mails");
  const locale = useLocale();
  const query = useRefreshedQuery({
    ...readOf(getLetter, { locale, params: { id } }),
    refetchInterval: ({ state }) => refreshOf(state.data ? [state.data] : []),
  });
  const { data } = query;
  const own = data?.subjects.find(({ language }) => language === locale) ?? data?.subjects[0];
  return (
    <div className={page.page}>
      <Breadcrumbs
        label={mails("where")}
        component={Link}
        trail={[
          { href: "/dashboard/regia/email", words: mails("title") },
          { href: "/dashboard/regia/email/lettere", words: t("title") },
        ]}
        current={own?.subject}
      />
      <ListBody query={query} failed={t("failed")}>
        {data && (
          <>
            <div className={page.head}>
              <h1 className={page.title} lang={own?.language}>
                {own?.subject}
              </h1>
            </div>
            <HowFar letter={data} />
            <Sent letter={data} />
            <WriteAgain letter={data} />
            {data.texts.map(({ language, subject, text }) => (
              <article key={language} className={styles.part} lang={language}>
                <h2 className={styles.heading}>{subject}</h2>
                <p className={styles.written}>{text}</p>
              </article>
            ))}
          </>
        )}
      </ListBody>
    </div>
  );
}

/**
 * Shows the delivery states of a letter's emails, and what delays them. Each number links to the emails in that state.
 */
function HowFar({ letter }: { letter: One }) {
  const t = useTranslations("staff.letters");
  const mails = useTranslations("staff.mails");
  const { moment } = useWhen();
  const locale = useLocale();
  const { data: state } = useQuery(readOf(getMailState, { locale }));
  // The letter's emails are sent soon, unless the outbox is paused, no worker runs, or the mail server accepts no
  // email. Only emails with a failed attempt wait longer, until they are retried.
  const held = state?.paused_since
    ? "paused"
    : state?.trouble === "silent"
      ? "stuck"
      : state?.trouble === "refusing"
        ? "refusing"
        : null;
  const retried = !held && letter.states.stuck > 0 ? letter.states.stuck : 0;
  const { last_at } = letter;
  return (
    <section className={styles.part} aria-label={t("column.progress")}>
      <Progress letter={letter} />
      <StateLinks states={letter.states} query={`letter=${letter.id}`} />
      {last_at && !held && <p>{t("lastAt", dated("at", moment(last_at)))}</p>}
      {retried > 0 && (
        <p className={styles.held}>
          {t("retried", { count: retried })}{" "}
          <Link href={`/dashboard/regia/email?letter=${letter.id}&state=stuck`}>
            {t("seeThem")}
          </Link>
        </p>
      )}
      {last_at && held && (
        <p className={styles.held}>
          {t(held)} <Link href="/dashboard/regia/email">{mails("title")}</Link>
        </p>
      )}
    </section>
  );
}

/** For each kind of recipient of a letter, the page on which staff choose the recipients. */
const PAGE_OF: Record<Audience, Parameters<typeof screenNamed>[0]> = {
  applications: "applications",
  evaluators: "evaluators",
  people: "people",
};

/** Button that copies a letter's text to a new letter, and opens the page on which staff choose recipients. */
function WriteAgain({ letter: { audience, texts } }: { letter: One }) {
  const t = useTranslations("staff.letters");
  const router = useRouter();
  const { data: user } = useQuery(meQuery(useLocale()));
  const [, onTexts] = useLetterDraft();
  if (!user || !mayCall(sendLetter, user.roles)) return null;
  return (
    <div className={styles.savedActs}>
      <Button
        small
        variant="secondary"
        leads
        onClick={() => {
          const taken = texts.map(({ language, ...text }) => [language, text] as const);
          onTexts({ ...NO_TEXTS, ...Object.fromEntries(taken) });
          showToast(t("againReady"));
          router.push(screenNamed(PAGE_OF[audience]).path);
        }}
      >
        {t("again")}
      </Button>
    </div>
  );
}

/** Shows the author, time, reason, and skipped recipients of a letter. */
function Sent({ letter }: { letter: One }) {
  const t = useTranslations("staff.letters");
  const words = usePreviewMessages();
  const { moment } = useWhen();
  return (
    <section className={styles.part} aria-label={t("column.sent")}>
      <p>
        {t(`to.${letter.audience}`, { count: letter.count })}{" "}
        {t("sentBy", { ...dated("at", moment(letter.at)), who: letter.who ?? t("unknown") })}{" "}
        {letter.line !== null && (
          <Link href={lineHref(letter.line)}>{t("line", { line: letter.line })}</Link>
        )}
      </p>
      {letter.reason && <p className={styles.written}>{letter.reason}</p>}
      <h2 className={styles.heading}>{t("leftOut", { count: letter.left_out })}</h2>
      {letter.left_out_by.length > 0 && (
        <ul className={styles.states}>
          {letter.left_out_by.map((one) => (
            <li key={one.name}>{words.against(one)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
