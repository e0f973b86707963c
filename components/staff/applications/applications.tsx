"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { AnswerOf } from "@/contract/endpoint";
import { COVERAGE_FROM } from "@/contract/evaluation/reading-kinds";
import {
  ANSWER_FILTERS,
  APPLICATION_PAGE_SIZES,
  APPLICATIONS_PER_PAGE,
  type ApplicationRow,
  columnsOf,
  exportApplications,
  listApplications,
} from "@/contract/staff/applications";
import { call } from "@/lib/api/call";
import { hrefOf } from "@/lib/api/client";
import { Link } from "@/lib/i18n/navigation";
import { ExportButton } from "../list/export-button";
import { FilterBar, type Pill } from "../list/filter-bar";
import { KeysetPages } from "../list/keyset-pages";
import { searchOf, searchText, useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListHead, ListTab, ListTabs } from "../list/list-head";
import styles from "../list/list-page.module.css";
import { PageSize } from "../list/page-size";
import { SavedTabs, useSavedLists } from "../list/saved-tabs";
import { isUnknown } from "../list/unknown-filters";
import { usePageSize } from "../list/use-page-size";
import { useSelection } from "../list/use-selection";
import type { ApplicationsAction } from "./application-action";
import { ApplicationActions, useDisabledReason } from "./application-actions";
import { ApplicationRows } from "./application-rows";
import { ColumnChooser } from "./column-chooser";
import { equalColumns } from "./equal-columns";
import { useColumnMessages } from "./use-column-messages";
import { useFilterGroups } from "./use-filter-groups";
import { useWorkFilters } from "./use-work-filters";

/** Tabs that the list of applications always shows, each with its filters. */
const TABS = [
  { name: "all", query: {} },
  { name: "complete", query: { state: "complete" } },
  { name: "interrupted", query: { trouble: "interrupted" } },
  { name: "refused", query: { trouble: "refused" } },
  { name: "extended", query: { extended: "yes" } },
  { name: "mine", query: { owner: "me" } },
  { name: "withdrawn", query: { state: "withdrawn" } },
] as const;
/** Names of the filters, in the order in which the page shows active filters as pills (removable labels). */
const FILTERS = [
  ...(["edition", "state", "reached", "outcome", "readings"] as const),
  ...ANSWER_FILTERS,
  ...(["heard", "sent_on", "language", "earlier", "trouble", "extended", "due"] as const),
  ...(["tag", "owner", "notes", "needs"] as const),
];

const TAGS_HREF = "/dashboard/regia/candidature/etichette";

/** Renders all applications of an edition with their state, their problems, and the available staff actions. */
export function Applications() {
  const t = useTranslations("staff.applications");
  const lists = useTranslations("staff.list");
  const locale = useLocale();
  const [rows, setRows] = usePageSize(APPLICATION_PAGE_SIZES);
  const list = useList(listApplications, undefined, {
    rows: rows === APPLICATIONS_PER_PAGE ? undefined : rows,
  });
  const { search, filter, unknown, href, go, query, data } = list;
  const { filterLabelOf, wordsOf } = useColumnMessages(data);
  const selection = useSelection(
    searchText(filter),
    data?.applications.map(({ id }) => id),
  );
  const [action, setAction] = useState<ApplicationsAction | null>(null);
  const disabledReason = useDisabledReason(data?.current);
  const seen = useSeen(data?.applications);
  const exportHref = hrefOf(exportApplications, {
    locale,
    query: searchOf(exportApplications.query, new URLSearchParams(search)),
  });
  const opens = (name: ApplicationsAction) => (id: string | null) => {
    if (disabledReason !== undefined || (selection.count === 0 && !id)) return;
    // If no row is selected, the action applies to the focused row.
    if (selection.count === 0 && id) selection.add([id]);
    setAction(name);
  };
  const letters = {
    p: opens("extend"),
    r: opens("remind"),
    w: opens("write"),
    // Exports the selected rows; the whole list if no row or every row is selected.
    e: () => (selection.count > 0 ? exportChosen : exportAll).current?.click(),
    a: () => selection.more(data?.total ?? 0),
  };
  const exportAll = useRef<HTMLButtonElement>(null);
  const exportChosen = useRef<HTMLButtonElement>(null);
  const work = useWorkFilters(search);
  const pills: Pill[] = FILTERS.flatMap((name) => {
    const value = search[name];
    return value
      ? [
          {
            name,
            label: filterLabelOf(name),
            value: work.wordsOf(name, value) ?? wordsOf(name, value),
          },
        ]
      : [];
  });
  const { edition, ...others } = filter;
  const { search: words, ...held } = others;
  const groups = useFilterGroups(data);
  const cleared = Object.fromEntries(Object.keys(held).map((name) => [name, undefined]));
  const view = {
    ...(search.sort && { sort: search.sort }),
    ...(search.columns && { columns: search.columns }),
  };
  const address = { ...filter, ...view, ...unknown };
  const isFiltered = pills.length > 0 || Boolean(search.search);
  const isTab = (tab: object) => searchText({ ...tab }) === searchText(held) && !words;
  // Unless the list has a search or an active saved view, a tab stays active while the URL contains all its filters,
  // even among further filters. If several tabs match, the last one is active.
  const { here: saved } = useSavedLists("applications", address);
  const lit =
    words || saved || isUnknown(unknown)
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
        keys={[
          ...(["row", "choose", "search", "filter"] as const),
          ...(disabledReason === undefined ? (["extend"] as const) : []),
        ]}
      />
      <ListTabs label={t("tabs")}>
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
          filter={address}
          isOwn={isUnknown(unknown) || TABS.some(({ query: tab }) => isTab(tab))}
          read={(query) => call(listApplications, { locale, query: { ...query, per_page: 1 } })}
        />
      </ListTabs>
      <FilterBar
        address={list}
        searchHint={t("searchHint")}
        pills={pills}
        groups={[...groups, ...work.groups]}
      >
        <ColumnChooser
          columns={columnsOf(search.columns)}
          equal={equalColumns(search.columns, data?.applications ?? [])}
          onChoose={(columns) => go({ columns })}
        />
        {data && data.applications.length > 0 && (
          <div className={styles.found}>
            <output>{t("found", { count: data.total })}</output>{" "}
            <ExportButton
              ref={exportAll}
              list="applications"
              edition={data.edition}
              href={exportHref}
              shown={columnsOf(search.columns)}
              label={t("export", { count: data.total })}
            />{" "}
            <Link href={`${TAGS_HREF}${searchText({}, { edition: search.edition })}`}>
              {t("manageTags")}
            </Link>
          </div>
        )}
      </FilterBar>
      <ListBody
        query={query}
        rows={15}
        unknown={unknown}
        empty={
          data?.applications.length === 0 && {
            title: data.readings_hidden
              ? lists("readingsHidden", { count: COVERAGE_FROM })
              : t(work.missing ?? (isFiltered ? "noMatch" : data.current ? "nobody" : "noneKept")),
            action: isFiltered && (
              <Link href={href({ ...cleared, search: undefined })}>{t("seeAll")}</Link>
            ),
          }
        }
      >
        {data && (
          <>
            <ApplicationRows
              list={data}
              search={search}
              href={href}
              selection={selection}
              letters={letters}
              busy={query.isPlaceholderData}
            />
            <KeysetPages list={data} shown={data.applications.length} href={href}>
              <PageSize
                sizes={APPLICATION_PAGE_SIZES}
                rows={rows}
                onChoose={(size) => {
                  setRows(size);
                  go({ per_page: undefined });
                }}
              />
            </KeysetPages>
            <ApplicationActions
              list={data}
              filter={filter}
              open={action}
              onOpen={setAction}
              exportButton={exportChosen}
              shown={columnsOf(search.columns)}
              {...{ exportHref, selection, seen, disabledReason }}
            />
          </>
        )}
      </ListBody>
    </div>
  );
}

/**
 * Returns every loaded row by its id. The page uses the rows to name applications that were selected on another page of
 * the list.
 */
function useSeen(rows: readonly ApplicationRow[] = []): ReadonlyMap<string, ApplicationRow> {
  const [seen, setSeen] = useState<ReadonlyMap<string, ApplicationRow>>(new Map());
  const others = rows.filter((row) => seen.get(row.id) !== row);
  if (others.length === 0) return seen;
  const all = new Map([...seen, ...others.map((row) => [row.id, row] as const)]);
  setSeen(all);
  return all;
}

type Data = Pick<AnswerOf<typeof listApplications>, "states" | "extended" | "mine" | "troubles">;

/** Returns the number of applications in all states except withdrawn. */
function sum({ withdrawn, ...states }: Data["states"]): number {
  return Object.values(states).reduce((all, own) => all + own, 0);
}

function countOf(tab: (typeof TABS)[number]["name"], data: Data): number {
  if (tab === "all") return sum(data.states);
  if (tab === "extended" || tab === "mine") return data[tab];
  if (tab === "interrupted" || tab === "refused") return data.troubles[tab];
  return data.states[tab];
}
