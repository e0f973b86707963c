"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Breadcrumbs } from "@/components/ui/page/breadcrumbs";
import { getLetter, type Letter as One } from "@/contract/staff/letters";
import { getMailState } from "@/contract/staff/mails";
import { readOf } from "@/lib/api/query";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { usePreviewMessages } from "../actions/preview-messages";
import { ListBody } from "../list/list-body";
import page from "../list/list-page.module.css";
import { lineHref } from "../shell/screens";
import { useWhen } from "../shell/use-when";
import styles from "./letters.module.css";
import { Progress, refreshOf } from "./progress";
import { StateLinks } from "./state-links";

/** Renders one letter (a bulk email written by staff): delivery progress, skipped recipients, author, reason, and text. */
export function Letter({ id }: { id: string }) {
  const t = useTranslations("staff.letters");
  const mails = useTranslations("staff.mails");
  const locale = useLocale();
  const query = useQuery({
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

/** Shows the delivery states of a letter's emails. Each number links to its emails. Also shows what delays them. */
function HowFar({ letter }: { letter: One }) {
  const t = useTranslations("staff.letters");
  const mails = useTranslations("staff.mails");
  const { moment } = useWhen();
  const locale = useLocale();
  const { data: state } = useQuery(readOf(getMailState, { locale }));
  const held = state?.paused_since ? "paused" : state?.trouble ? "stuck" : null;
  const { last_at } = letter;
  return (
    <section className={styles.part} aria-label={t("column.progress")}>
      <Progress letter={letter} />
      <StateLinks states={letter.states} query={`letter=${letter.id}`} />
      {last_at && !held && <p>{t("lastAt", dated("at", moment(last_at)))}</p>}
      {last_at && held && (
        <p className={styles.held}>
          {t(held)} <Link href="/dashboard/regia/email">{mails("title")}</Link>
        </p>
      )}
    </section>
  );
}

/** Shows author, time, reason, and skipped recipients of a letter. */
function Sent({ letter }: { letter: One }) {
  const t = useTranslations("staff.letters");
  const words = usePreviewMessages();
  const { moment } = useWhen();
  return (
    <section className={styles.part} aria-label={t("column.sent")}>
      <p>
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
