"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { MailState } from "@/contract/staff/mail-activity";
import { exportMails, listMails, type MailsQuery, mailsQuerySchema } from "@/contract/staff/mails";
import { call } from "@/lib/api/call";
import { hrefOf } from "@/lib/api/client";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { Density } from "../list/density";
import { ExportButton } from "../list/export-button";
import { FilterBar } from "../list/filter-bar";
import { KeysetPages } from "../list/keyset-pages";
import { searchText, useListAddress } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListTab, ListTabs } from "../list/list-head";
import page from "../list/list-page.module.css";
import { SavedTabs, useSavedLists } from "../list/saved-tabs";
import { isUnknown, UnknownFilters } from "../list/unknown-filters";
import { useRefreshedQuery } from "../shell/use-refreshed-query";
import { useWhen } from "../shell/use-when";
import { Domain } from "./domain";
import { type MailAction, MailActions, useMayAct } from "./mail-actions";
import { LastMinutes, MailHead } from "./mail-head";
import { MailRows } from "./mail-rows";
import { Mailings } from "./mailings";
import styles from "./mails.module.css";
import { useTemplateName } from "./use-template-name";

/** Email states that have a section on the page. States that need an action come first. */
const GROUPS = ["stuck", "failed", "waiting", "sent"] as const;
const TABS = [...GROUPS, "expired"] as const;
/**
 * Number of rows per section before "show more". `FIRST_SENT` applies to sent emails: this number of rows fills a
 * screen.
 */
const FIRST = 5;
const FIRST_SENT = 15;
/** Milliseconds between refetches of the mail outbox. */
const REFRESH = 30_000;

/** Renders the mail outbox: stuck, undelivered, and sent emails, and the available actions. */
export function Mails() {
  const t = useTranslations("staff.mails");
  const locale = useLocale();
  const address = useListAddress(mailsQuerySchema);
  const { search, href } = address;
  const { after, before, per_page, ...filter } = search;
  const [action, setAction] = useState<MailAction | null>(null);
  const nameOf = useTemplateName();
  const { day } = useWhen();
  const counts = useMails({ ...filter, state: undefined, address: undefined, per_page: "1" });
  const states = counts.data?.states;
  const all = states && Object.values(states).reduce((sum, own) => sum + own, 0);
  const { state, address: which, ...rest } = filter;
  const isGroup = Boolean(state ?? which);
  const { here: saved } = useSavedLists("mails", filter);
  const lit = saved ? null : which ? "rejecting" : (state ?? "all");
  const found = which ? counts.data?.rejecting : state ? states?.[state as MailState] : all;

  const tabHref = (of: { state?: string; address?: string }) =>
    href({ state: undefined, address: undefined, ...of });

  return (
    <>
      <MailHead onAction={setAction} />
      <div className={styles.page}>
        <ListTabs label={t("tabs")}>
          <ListTab href={tabHref({})} current={lit === "all"} count={all}>
            {t("tab.all")}
          </ListTab>
          <ListTab
            href={tabHref({ address: "rejecting" })}
            current={lit === "rejecting"}
            count={counts.data?.rejecting}
          >
            {t("tab.rejecting")}
          </ListTab>
          {TABS.map((name) => (
            <ListTab
              key={name}
              href={tabHref({ state: name })}
              current={lit === name}
              count={states?.[name]}
            >
              {t(`tab.${name}`)}
            </ListTab>
          ))}
          <SavedTabs
            list="mails"
            filter={{ ...filter, ...address.unknown }}
            isOwn={Object.keys(filter).every((name) => ["state", "address"].includes(name))}
            read={(query) => call(listMails, { locale, query: { ...query, per_page: 1 } })}
          />
        </ListTabs>
        <FilterBar
          address={address}
          searchHint={t("searchHint")}
          pills={[
            ...(search.since ? [{ name: "since", label: t("since"), value: t("today") }] : []),
            ...(search.letter ? [{ name: "letter", label: t("letter"), value: t("one") }] : []),
            ...(search.template
              ? [{ name: "template", label: t("template"), value: nameOf(search.template) }]
              : []),
            ...(search.day ? [{ name: "day", label: t("queuedOn"), value: day(search.day) }] : []),
          ]}
        >
          <div className={page.found}>
            {!search.since && <Link href={href({ since: "today" })}>{t("onlyToday")}</Link>}
            <Link href="/dashboard/regia/email/lettere">{t("letters")}</Link>
            <Link href="/dashboard/regia/email/modelli">{t("templates")}</Link>
            <output>{found !== undefined && t("found", { count: found })}</output>
            {found !== undefined && found > 0 && (
              <ExportButton
                list="mails"
                href={hrefOf(exportMails, { locale, query: filter as MailsQuery })}
                label={t("export", { count: found })}
              />
            )}
          </div>
        </FilterBar>
        {isUnknown(address.unknown) ? (
          <UnknownFilters unknown={address.unknown} />
        ) : isGroup ? (
          <Whole {...{ search, href, onAction: setAction }} />
        ) : (
          GROUPS.map((name) => (
            <Group key={name} state={name} filter={rest} href={href} onAction={setAction} />
          ))
        )}
        {!isGroup && Boolean(all) && <Density />}
        {!isGroup && all === 0 && <p>{t(searchText(rest) ? "noMatch" : "nothing")}</p>}
        {!isGroup && !searchText(rest) && <Mailings />}
        <LastMinutes />
        <Domain />
      </div>
      {action && <MailActions action={action} onClose={() => setAction(null)} />}
    </>
  );
}

function useMails(query: Record<string, string | undefined>) {
  const locale = useLocale();
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value));
  return useRefreshedQuery({
    ...readOf(listMails, { locale, query: given as MailsQuery }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
}

type Way = {
  href: (change: Record<string, string | undefined>) => string;
  onAction: (action: MailAction) => void;
};

/**
 * Lists the first emails in a state, with a link to all emails in this state. Renders nothing if no email is in this
 * state.
 */
function Group({
  state,
  filter,
  href,
  onAction,
}: Way & { state: (typeof GROUPS)[number]; filter: Record<string, string> }) {
  const t = useTranslations("staff.mails");
  const first = state === "sent" ? FIRST_SENT : FIRST;
  const query = useMails({ ...filter, state, per_page: String(first) });
  const { data } = query;
  if (data?.total === 0) return null;
  return (
    <section className={styles.group}>
      <h2 className={styles.title}>{t(`group.${state}.title`)}</h2>
      <ListBody query={query} rows={first}>
        {data && (
          <>
            <MailRows mails={data.mails} caption={t(`group.${state}.title`)} onAction={onAction} />
            {data.total > data.mails.length && (
              <p className={styles.more}>
                <GoLink component={Link} href={href({ state })}>
                  {t("more", { count: data.total - data.mails.length })}
                </GoLink>
              </p>
            )}
            <RetryAll filter={{ ...filter, state }} onAction={onAction} count={data.total} />
            <p className={styles.note}>{t(`group.${state}.text`)}</p>
          </>
        )}
      </ListBody>
    </section>
  );
}

/** Lists all emails in one state, page by page. */
function Whole({ search, href, onAction }: Way & { search: Record<string, string> }) {
  const t = useTranslations("staff.mails");
  const query = useMails(search);
  const { data } = query;
  const { after, before, per_page, ...filter } = search;
  const name = search.address ? "rejecting" : (search.state as MailState);
  return (
    <ListBody
      query={query}
      rows={15}
      empty={
        data?.mails.length === 0 && {
          title: t(`empty.${name}`),
          action: <Link href="?">{t("seeAll")}</Link>,
        }
      }
    >
      {data && (
        <>
          <RetryAll {...{ filter, onAction }} count={data.total} />
          <MailRows
            mails={data.mails}
            caption={t(`tab.${name}`)}
            busy={query.isPlaceholderData}
            heads={styles.wideHeads}
            onAction={onAction}
          />
          <KeysetPages list={data} shown={data.mails.length} href={href} />
        </>
      )}
    </ListBody>
  );
}

/** Button that retries all undelivered emails that match the filters. */
function RetryAll({
  filter,
  count,
  onAction,
}: Pick<Way, "onAction"> & { filter: Record<string, string>; count: number }) {
  const t = useTranslations("staff.mails");
  const disabledReason = useMayAct();
  if ((filter.state !== "failed" && !filter.address) || count < 2) return null;
  const selection = { query: filter, count };
  return (
    <p className={styles.more}>
      <Button
        small
        variant="secondary"
        disabledReason={disabledReason}
        onClick={() => onAction({ kind: "retry", selection, count })}
      >
        {t("retryAll", { count })}
      </Button>
    </p>
  );
}
