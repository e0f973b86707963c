"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import {
  listRequests,
  REQUEST_STATES,
  type RequestsQuery,
  requestsQuerySchema,
} from "@/contract/staff/requests";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { FilterBar } from "../list/filter-bar";
import { KeysetPages } from "../list/keyset-pages";
import { useListAddress } from "../list/list-address";
import { ListBody } from "../list/list-body";
import page from "../list/list-page.module.css";
import { PeopleTabs } from "../people/people-tabs";
import { AddRequest } from "../people/person-requests";
import { ShortcutHints } from "../shell/shortcut-hints";
import { RequestRows } from "./request-rows";

/** Lists all data requests by due date, from people with or without an account. */
export function DataRequests() {
  const t = useTranslations("staff.requests");
  const list = useTranslations("staff.list");
  const locale = useLocale();
  const { search, href, go } = useListAddress(requestsQuerySchema);
  const state = (search.state as RequestsQuery["state"]) ?? "open";
  const query = useQuery({
    ...readOf(listRequests, { locale, query: search as RequestsQuery }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  // Hide the "proposed" tab if no request waits for approval.
  const states = REQUEST_STATES.filter(
    (one) => one !== "proposed" || one === state || (data?.counts[one] ?? 0) > 0,
  );
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1 className={page.title}>{t("title")}</h1>
        {data && <p className={page.sum}>{t("sum", data.counts)}</p>}
        <ShortcutHints keys={["row", "openRow", "search"]} />
      </div>
      <PeopleTabs current="requests" />
      <TabRow label={t("states")}>
        {states.map((one) => (
          <TabLink
            key={one}
            component={Link}
            href={href({ state: one === "open" ? undefined : one })}
            current={one === state}
          >
            {t(`state.${one}`)}
            {data && <span className={page.number}>{data.counts[one]}</span>}
          </TabLink>
        ))}
      </TabRow>
      <FilterBar
        search={search.search ?? ""}
        searchLabel={list("search")}
        searchHint={t("searchHint")}
        pills={[]}
        onSearch={(words) => go({ search: words || undefined })}
        onRemove={() => go({ search: undefined })}
      />
      {data && (
        <div className={page.acts}>
          <AddRequest today={data.today} />
        </div>
      )}
      <ListBody
        query={query}
        rows={8}
        empty={
          data?.requests.length === 0 && {
            title: search.search ? t("noMatch") : t(`nothing.${state}`),
          }
        }
      >
        {data && (
          <>
            <output className={page.found}>{t("found", { count: data.total })}</output>
            <RequestRows
              requests={data.requests}
              today={data.today}
              busy={query.isPlaceholderData}
            />
            <KeysetPages
              shown={data.requests.length}
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
