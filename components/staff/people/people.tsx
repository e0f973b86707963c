"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { mayCall } from "@/contract/endpoint";
import { GRANTED_ROLES } from "@/contract/roles";
import {
  ACCOUNT_STATES,
  APPLICATION_FILTERS,
  ERASURE_FILTERS,
  exportPeople,
  listPeople,
  REQUEST_FILTERS,
} from "@/contract/staff/people";
import { call } from "@/lib/api/call";
import { hrefOf } from "@/lib/api/client";
import { meQuery } from "@/lib/api/query";
import { LazyWriteDialog, useWriteDialogWhenIdle } from "../letters/use-write-dialog";
import { ExportButton } from "../list/export-button";
import { FilterBar, type Pill } from "../list/filter-bar";
import { KeysetPages } from "../list/keyset-pages";
import { searchText, useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListHead } from "../list/list-head";
import styles from "../list/list-page.module.css";
import { SavedTabs, useSavedLists } from "../list/saved-tabs";
import { SelectionBar } from "../list/selection-bar";
import { useSelection } from "../list/use-selection";
import { useRoleWord } from "../shell/use-role-name";
import { PeopleRows } from "./people-rows";
import { PeopleTabs, TABS } from "./people-tabs";

/**
 * Required access to write letters, copied from `sendLetter`. The contract's `sendLetter` loads only with the dialog.
 */
const WRITING = { method: "POST", access: "staff" } as const;
const FILTERS = ["state", "role", "application", "erasure", "request"] as const;
const OPTIONS = [
  ...ACCOUNT_STATES.map((value) => ["state", value] as const),
  ...GRANTED_ROLES.map((value) => ["role", value] as const),
  ...APPLICATION_FILTERS.map((value) => ["application", value] as const),
  ...ERASURE_FILTERS.map((value) => ["erasure", value] as const),
  ...REQUEST_FILTERS.map((value) => ["request", value] as const),
];

/** Renders the list of all people who have an account. */
export function People() {
  const t = useTranslations("staff.people");
  const applications = useTranslations("staff.applications");
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
  const selection = useSelection(
    searchText(filter),
    data?.people.map(({ id }) => id),
  );
  const [writes, setWrites] = useState(false);
  const { data: user } = useQuery(meQuery(locale));
  const disabledReason =
    user && !mayCall(WRITING, user.roles) ? applications("readOnly") : undefined;
  useWriteDialogWhenIdle();
  const { chosen, count } = selection;
  const matching: object = filter;
  const audience = "people" as const;
  const letters = {
    w: (id: string | null) => {
      if (disabledReason !== undefined || (count === 0 && !id)) return;
      // If no row is selected, the action applies to the focused row.
      if (count === 0 && id) selection.add([id]);
      setWrites(true);
    },
    a: () => selection.more(data?.total ?? 0),
  };
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
        keys={["row", "choose", "openRow", "search", "filter"]}
      />
      <PeopleTabs
        current={search.search || saved ? null : (tab?.name ?? null)}
        {...(data && { counts: data.counts })}
      >
        <SavedTabs
          list="people"
          filter={{ ...filter, ...list.unknown }}
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
      >
        {data && data.people.length > 0 && (
          <div className={styles.found}>
            <output>{t("found", { count: data.total })}</output>{" "}
            <ExportButton
              list="people"
              href={hrefOf(exportPeople, { locale, query: filter })}
              label={t("export", { count: data.total })}
            />
          </div>
        )}
      </FilterBar>
      <ListBody
        query={query}
        rows={15}
        unknown={list.unknown}
        empty={data?.people.length === 0 && { title: t("noMatch") }}
      >
        {data && (
          <>
            <PeopleRows
              people={data.people}
              busy={query.isPlaceholderData}
              {...{ selection, letters, filter }}
            />
            <KeysetPages list={data} shown={data.people.length} href={href} />
            {writes && count > 0 && (
              <LazyWriteDialog
                selection={
                  "all" in chosen
                    ? { audience, query: matching, count: chosen.all }
                    : { audience, ids: [...chosen.ids] }
                }
                count={count}
                onDone={() => {
                  setWrites(false);
                  selection.none();
                }}
                onClose={() => setWrites(false)}
              />
            )}
            <SelectionBar
              selection={selection}
              total={data.total}
              said={t("all" in chosen ? "allChosen" : "chosen", { count })}
            >
              <Button small disabledReason={disabledReason} onClick={() => setWrites(true)}>
                {t("write")}
              </Button>
            </SelectionBar>
          </>
        )}
      </ListBody>
    </div>
  );
}
