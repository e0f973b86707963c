"use client";

import { useLocale, useTranslations } from "next-intl";
import { REQUEST_KINDS } from "@/contract/staff/data-requests";
import {
  exportRequests,
  listRequests,
  REQUEST_STATES,
  type RequestsQuery,
} from "@/contract/staff/requests";
import { hrefOf } from "@/lib/api/client";
import { messageOf } from "@/lib/i18n/message-of";
import { ExportButton } from "../list/export-button";
import { FilterBar } from "../list/filter-bar";
import { KeysetPages } from "../list/keyset-pages";
import { useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListHead, ListTab, ListTabs } from "../list/list-head";
import page from "../list/list-page.module.css";
import { useOwnerFilter, useOwnerOptions } from "../owners/owners";
import { PeopleTabs } from "../people/people-tabs";
import { AddRequest } from "../people/person-requests";
import { RequestRows } from "./request-rows";

/** Lists the data requests of all people, with and without an account, by due date. */
export function DataRequests() {
  const t = useTranslations("staff.requests");
  const locale = useLocale();
  const kinds = useTranslations("staff.log.value.kind");
  const owner = useTranslations("staff.owner");
  const ownerOf = useOwnerFilter();
  const owners = useOwnerOptions();
  const list = useList(listRequests);
  const { search, filter, href, query, data } = list;
  const state = (search.state as RequestsQuery["state"]) ?? "open";
  const kindOf = (value: string) => messageOf(kinds, value);
  const isFiltered = Boolean(search.search || search.owner || search.kind || search.year);
  // Hide the tab "proposed" if no data request waits for approval.
  const states = REQUEST_STATES.filter(
    (one) => one !== "proposed" || one === state || (data?.counts[one] ?? 0) > 0,
  );
  return (
    <div className={page.page}>
      <ListHead
        title={t("title")}
        tabs={
          <ListTabs label={t("states")}>
            {states.map((one) => (
              <ListTab
                key={one}
                href={href({ state: one === "open" ? undefined : one })}
                current={one === state}
                count={data?.counts[one]}
              >
                {t(`state.${one}`)}
              </ListTab>
            ))}
          </ListTabs>
        }
        keys={["row", "openRow", "search"]}
      >
        {data && <AddRequest today={data.today} />}
      </ListHead>
      <PeopleTabs current="requests" />
      <FilterBar
        address={list}
        searchHint={t("searchHint")}
        pills={[
          ...(search.kind ? [{ name: "kind", label: t("kind"), value: kindOf(search.kind) }] : []),
          ...(search.year ? [{ name: "year", label: t("year"), value: search.year }] : []),
          ...(search.owner
            ? [{ name: "owner", label: owner("filter"), value: ownerOf(search.owner).words }]
            : []),
        ]}
        options={[
          ...REQUEST_KINDS.map((value) => ({
            ...{ name: "kind", value, label: `${t("kind")}: ${kindOf(value)}` },
          })),
          ...owners.map(({ value, label }) => ({
            ...{ name: "owner", value, label: `${owner("filter")}: ${label}` },
          })),
        ]}
      >
        {data && data.requests.length > 0 && (
          <div className={page.found}>
            <output>{t("found", { count: data.total })}</output>{" "}
            <ExportButton
              list="requests"
              href={hrefOf(exportRequests, { locale, query: filter })}
              label={t("export", { count: data.total })}
            />
          </div>
        )}
      </FilterBar>
      <ListBody
        query={query}
        rows={8}
        empty={
          data?.requests.length === 0 && {
            title: isFiltered ? t("noMatch") : t(`nothing.${state}`),
          }
        }
      >
        {data && (
          <>
            <RequestRows
              requests={data.requests}
              today={data.today}
              busy={query.isPlaceholderData}
            />
            <KeysetPages list={data} shown={data.requests.length} href={href} />
          </>
        )}
      </ListBody>
    </div>
  );
}
