"use client";

import { useLocale, useTranslations } from "next-intl";
import { GRANTED_ROLES } from "@/contract/roles";
import {
  ACCOUNT_STATES,
  ERASURE_FILTERS,
  listPeople,
  REQUEST_FILTERS,
} from "@/contract/staff/people";
import { call } from "@/lib/api/call";
import { FilterBar, type Pill } from "../list/filter-bar";
import { KeysetPages } from "../list/keyset-pages";
import { searchText, useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListHead } from "../list/list-head";
import styles from "../list/list-page.module.css";
import { SavedTabs, useSavedLists } from "../list/saved-tabs";
import { useRoleWord } from "../shell/use-role-name";
import { PeopleRows } from "./people-rows";
import { PeopleTabs, TABS } from "./people-tabs";

const FILTERS = ["state", "role", "erasure", "request"] as const;
const OPTIONS = [
  ...ACCOUNT_STATES.map((value) => ["state", value] as const),
  ...GRANTED_ROLES.map((value) => ["role", value] as const),
  ...ERASURE_FILTERS.map((value) => ["erasure", value] as const),
  ...REQUEST_FILTERS.map((value) => ["request", value] as const),
];

/** Renders all people who have an account. */
export function People() {
  const t = useTranslations("staff.people");
  const roleWord = useRoleWord();
  const wordOf = (name: string, value: string) =>
    name === "role" ? roleWord(value) : t(`value.${value as "active"}`);
  const locale = useLocale();
  const list = useList(listPeople);
  const { search, filter, href, query, data } = list;
  const held = Object.fromEntries(
    FILTERS.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  );
  const pills: Pill[] = Object.entries(held).map(([name, value]) => ({
    name,
    label: t(`filter.${name as "state"}`),
    value: wordOf(name, value),
  }));
  const { here: saved } = useSavedLists("people", filter);
  const tab = TABS.find(({ query }) => searchText({ ...query }) === searchText(held));

  return (
    <div className={styles.page}>
      <ListHead
        title={t("title")}
        sum={
          data && (
            <>
              <strong>{t("count", { count: data.counts.all })}</strong>
              <span>{t("ofWhich", data.counts.states)}</span>
            </>
          )
        }
        keys={["row", "openRow", "search", "filter"]}
      />
      <PeopleTabs
        current={search.search || saved ? null : (tab?.name ?? null)}
        {...(data && { counts: data.counts })}
      >
        <SavedTabs
          list="people"
          filter={filter}
          isOwn={tab !== undefined}
          read={(query) => call(listPeople, { locale, query: { ...query, per_page: 1 } })}
        />
      </PeopleTabs>
      <FilterBar
        address={list}
        searchHint={t("searchHint")}
        pills={pills}
        options={OPTIONS.map(([name, value]) => ({
          name,
          value,
          label: `${t(`filter.${name}`)}: ${wordOf(name, value)}`,
        }))}
      />
      <ListBody
        query={query}
        rows={15}
        empty={data?.people.length === 0 && { title: t("noMatch") }}
      >
        {data && (
          <>
            <output className={styles.found}>{t("found", { count: data.total })}</output>
            <PeopleRows people={data.people} busy={query.isPlaceholderData} />
            <KeysetPages list={data} shown={data.people.length} href={href} />
          </>
        )}
      </ListBody>
    </div>
  );
}
