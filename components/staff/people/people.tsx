"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { GRANTED_ROLES } from "@/contract/roles";
import {
  ACCOUNT_STATES,
  ERASURE_FILTERS,
  listPeople,
  type PeopleQuery,
  peopleQuerySchema,
  REQUEST_FILTERS,
} from "@/contract/staff/people";
import { call } from "@/lib/api/call";
import { readOf } from "@/lib/api/query";
import { AddFilter, FilterBar, type Pill } from "../list/filter-bar";
import { KeysetPages } from "../list/keyset-pages";
import { searchText, useListAddress } from "../list/list-address";
import { ListBody } from "../list/list-body";
import styles from "../list/list-page.module.css";
import { SavedTabs, useSavedLists } from "../list/saved-tabs";
import { ShortcutHints } from "../shell/shortcut-hints";
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
  const list = useTranslations("staff.list");
  const roleWord = useRoleWord();
  const wordOf = (name: string, value: string) =>
    name === "role" ? roleWord(value) : t(`value.${value as "active"}`);
  const locale = useLocale();
  const { search, href, go } = useListAddress(peopleQuerySchema);
  const query = useQuery({
    ...readOf(listPeople, { locale, query: search as PeopleQuery }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const { after, before, per_page, ...filter } = search;
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
      <div className={styles.head}>
        <h1 className={styles.title}>{t("title")}</h1>
        {data && (
          <p className={styles.sum}>
            <strong>{t("count", { count: data.counts.all })}</strong>
            <span>{t("ofWhich", data.counts.states)}</span>
          </p>
        )}
        <ShortcutHints keys={["row", "openRow", "search", "filter"]} />
      </div>
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
        search={search.search ?? ""}
        searchLabel={list("search")}
        searchHint={t("searchHint")}
        pills={pills}
        onSearch={(words) => go({ search: words || undefined })}
        onRemove={(...names) => go(Object.fromEntries(names.map((name) => [name, undefined])))}
      >
        <AddFilter
          label={list("addFilter")}
          options={OPTIONS.map(([name, value]) => ({
            name,
            value,
            label: `${t(`filter.${name}`)}: ${wordOf(name, value)}`,
          }))}
          onAdd={(name, value) => go({ [name]: value })}
        />
      </FilterBar>
      <ListBody
        query={query}
        rows={15}
        empty={data?.people.length === 0 && { title: t("noMatch") }}
      >
        {data && (
          <>
            <output className={styles.found}>{t("found", { count: data.total })}</output>
            <PeopleRows people={data.people} busy={query.isPlaceholderData} />
            <KeysetPages
              shown={data.people.length}
              total={data.total}
              previous={data.previous}
              next={data.next}
              href={href}
            />
          </>
        )}
      </ListBody>
    </div>
  );
}
