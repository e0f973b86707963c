"use client";

import { useLocale, useTranslations } from "next-intl";
import { listMailings, MAILING_DAYS, type Mailing } from "@/contract/staff/mailings";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { Progress, refreshOf } from "../letters/progress";
import { StateLinks } from "../letters/state-links";
import { ListBody } from "../list/list-body";
import listRows from "../list/list-rows.module.css";
import { ListRow, ListTable } from "../list/list-table";
import { useRefreshedQuery } from "../shell/use-refreshed-query";
import { useWhen } from "../shell/use-when";
import styles from "./mails.module.css";
import { useTemplateName } from "./use-template-name";

const COLUMNS = ["mailing", "progress", "states", "queued"] as const;

/**
 * Lists bulk sendings of emails, one row each, with a link to the emails of each sending. Renders nothing if no bulk
 * sending exists.
 */
export function Mailings() {
  const t = useTranslations("staff.mails.mailings");
  const locale = useLocale();
  const query = useRefreshedQuery({
    ...readOf(listMailings, { locale }),
    refetchInterval: ({ state }) => refreshOf(state.data?.mailings ?? []),
  });
  const { data } = query;
  if (data?.mailings.length === 0) return null;
  return (
    <section className={styles.group}>
      <div className={styles.groupHead}>
        <h2 className={styles.title}>{t("title")}</h2>
        <p className={styles.note}>{t("text", { days: MAILING_DAYS })}</p>
      </div>
      <ListBody query={query} rows={3} failed={t("failed")}>
        {data && (
          <ListTable caption={t("title")} columns={COLUMNS.map((name) => t(`column.${name}`))}>
            {data.mailings.map((one) => (
              <Row key={`${one.letter ?? one.template} ${one.day}`} mailing={one} />
            ))}
          </ListTable>
        )}
      </ListBody>
    </section>
  );
}

function Row({ mailing }: { mailing: Mailing }) {
  const locale = useLocale();
  const name = useTemplateName();
  const { moment } = useWhen();
  const { template, letter, subjects, day, at, states } = mailing;
  const own = subjects.find(({ language }) => language === locale) ?? subjects[0];
  const query = letter ? `letter=${letter}` : `template=${template}&day=${day}`;
  return (
    <ListRow id={query}>
      <th scope="row" className={listRows.name}>
        <Link href={`/dashboard/regia/email?${query}`} lang={own?.language}>
          {own?.subject ?? name(template)}
        </Link>
        {letter && <span className={listRows.small}>{name(template)}</span>}
      </th>
      <td>
        <Progress letter={mailing} />
      </td>
      <td>
        <StateLinks states={states} query={query} />
      </td>
      <td>
        <time dateTime={at}>{moment(at)}</time>
      </td>
    </ListRow>
  );
}
