"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { TabRow } from "@/components/ui/page/tab-row";
import type { AnswerOf } from "@/contract/endpoint";
import {
  APPLICATION_PROBLEMS,
  APPLICATION_STATES,
  type ApplicationRow,
  DUE,
  exportApplications,
  exportChosenApplications,
  listApplications,
  READ,
} from "@/contract/staff/applications";
import { call } from "@/lib/api/call";
import { hrefOf } from "@/lib/api/client";
import { messageOf } from "@/lib/i18n/message-of";
import { Link } from "@/lib/i18n/navigation";
import { FilterBar, type Pill } from "../list/filter-bar";
import { KeysetPages } from "../list/keyset-pages";
import { searchText, useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListHead, ListTab } from "../list/list-head";
import styles from "../list/list-page.module.css";
import { SavedTabs, useSavedLists } from "../list/saved-tabs";
import { useExport, useSaveTable } from "../list/use-export";
import { useSelection } from "../list/use-selection";
import type { ApplicationsAction } from "./application-action";
import { ApplicationActions, useDisabledReason } from "./application-actions";
import { ApplicationRows } from "./application-rows";

/** Fixed tabs. Each has a URL. */
const TABS = [
  { name: "all", query: {} },
  { name: "complete", query: { state: "complete" } },
  { name: "interrupted", query: { trouble: "interrupted" } },
  { name: "refused", query: { trouble: "refused" } },
  { name: "extended", query: { extended: "yes" } },
  { name: "withdrawn", query: { state: "withdrawn" } },
] as const;
const FILTERS = ["state", "trouble", "extended", "due", "readings"] as const;

/** Renders all applications of an edition with their state, their problems, and the available actions. */
export function Applications() {
  const t = useTranslations("staff.applications");
  const locale = useLocale();
  const list = useList(listApplications);
  const { search, filter, href, query, data } = list;
  const selection = useSelection(
    searchText(filter),
    data?.applications.map(({ id }) => id),
  );
  const [action, setAction] = useState<ApplicationsAction | null>(null);
  const disabledReason = useDisabledReason(data?.current);
  const seen = useSeen(data?.applications);
  const onExport = useExport();
  const save = useSaveTable();
  const exportHref = hrefOf(exportApplications, { locale, query: filter });
  const chosenHref = hrefOf(exportChosenApplications, { locale });
  const opens = (name: ApplicationsAction) => (id: string | null) => {
    if (disabledReason !== undefined || (selection.count === 0 && !id)) return;
    // Without a selection, the action applies to the focused row.
    if (selection.count === 0 && id) selection.add([id]);
    setAction(name);
  };
  const letters = {
    p: opens("extend"),
    r: opens("remind"),
    w: opens("write"),
    // Exports the selected rows, or the whole list when no row or every row is selected.
    e: () =>
      selection.count > 0 && "ids" in selection.chosen
        ? save(chosenHref, { selection: selection.chosen })
        : exportLink.current?.click(),
    a: () => selection.more(data?.total ?? 0),
  };
  const exportLink = useRef<HTMLAnchorElement>(null);
  const pills: Pill[] = FILTERS.flatMap((name) => {
    const value = search[name];
    return value
      ? [{ name, label: t(`filter.${name}`), value: messageOf(t, `value.${value}`) }]
      : [];
  });
  const cleared = Object.fromEntries(FILTERS.map((name) => [name, undefined]));
  const held = Object.fromEntries(
    FILTERS.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  );
  const isFiltered = pills.length > 0 || Boolean(search.search);
  const isTab = (tab: object) => searchText({ ...tab }) === searchText(held) && !search.search;
  // A filter that narrows a tab keeps the tab active. Of several matching tabs, the last one is active.
  const { here: saved } = useSavedLists("applications", filter);
  const lit =
    search.search || saved
      ? undefined
      : TABS.filter(({ query: tab }) =>
          Object.entries(tab).every(([name, value]) => held[name] === value),
        ).at(-1)?.name;

  return (
    <div className={styles.page}>
      <ListHead
        title={t("title")}
        sum={
          data && (
            <>
              <strong>{t("count", { count: sum(data.states) })}</strong>
              <span>{t("ofWhich", data.states)}</span>
            </>
          )
        }
        keys={["row", "choose", "search", "filter", "extend"]}
      />
      <TabRow label={t("tabs")}>
        {TABS.map(({ name, query: tab }) => (
          <ListTab
            key={name}
            href={href({ ...cleared, search: undefined, ...tab })}
            current={name === lit}
            count={data && countOf(name, data)}
          >
            {t(`tab.${name}`)}
          </ListTab>
        ))}
        <SavedTabs
          list="applications"
          filter={filter}
          isOwn={TABS.some(({ query: tab }) => isTab(tab))}
          read={(query) => call(listApplications, { locale, query: { ...query, per_page: 1 } })}
        />
      </TabRow>
      <FilterBar
        address={list}
        searchHint={t("searchHint")}
        pills={pills}
        options={[
          ...APPLICATION_STATES.map((value) => ["state", value] as const),
          ...APPLICATION_PROBLEMS.map((value) => ["trouble", value] as const),
          ["extended", "yes"] as const,
          ...DUE.map((value) => ["due", value] as const),
          ...READ.map((value) => ["readings", value] as const),
        ].map(([name, value]) => ({
          name,
          value,
          label: `${t(`filter.${name}`)}: ${t(`value.${value}`)}`,
        }))}
      />
      <ListBody
        query={query}
        rows={15}
        empty={
          data?.applications.length === 0 && {
            title: t(isFiltered ? "noMatch" : data.current ? "nobody" : "noneKept"),
            action: isFiltered && (
              <Link href={href({ ...cleared, search: undefined })}>{t("seeAll")}</Link>
            ),
          }
        }
      >
        {data && (
          <>
            <p className={styles.found}>
              <output>{t("found", { count: data.total })}</output>{" "}
              <a ref={exportLink} href={exportHref} download onClick={onExport}>
                {t("export", { count: data.total })}
              </a>
            </p>
            <ApplicationRows
              list={data}
              search={search}
              selection={selection}
              letters={letters}
              busy={query.isPlaceholderData}
            />
            <KeysetPages list={data} shown={data.applications.length} href={href} />
            <ApplicationActions
              list={data}
              filter={filter}
              open={action}
              onOpen={setAction}
              {...{ exportHref, onExport, selection, seen, disabledReason }}
            />
          </>
        )}
      </ListBody>
    </div>
  );
}

/** Returns every row that was loaded, by its id, to name rows that were selected on another page. */
function useSeen(rows: readonly ApplicationRow[] = []): ReadonlyMap<string, ApplicationRow> {
  const [seen, setSeen] = useState<ReadonlyMap<string, ApplicationRow>>(new Map());
  const others = rows.filter((row) => seen.get(row.id) !== row);
  if (others.length === 0) return seen;
  const all = new Map([...seen, ...others.map((row) => [row.id, row] as const)]);
  setSeen(all);
  return all;
}

type Data = Pick<AnswerOf<typeof listApplications>, "states" | "extended" | "troubles">;

/** Returns the number of applications that were not withdrawn. */
function sum({ withdrawn, ...states }: Data["states"]): number {
  return Object.values(states).reduce((all, own) => all + own, 0);
}

function countOf(tab: (typeof TABS)[number]["name"], data: Data): number {
  if (tab === "all") return sum(data.states);
  if (tab === "extended") return data.extended;
  if (tab === "interrupted" || tab === "refused") return data.troubles[tab];
  return data.states[tab];
}
