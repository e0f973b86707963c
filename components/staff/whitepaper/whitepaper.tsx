"use client";

import { useLocale, useTranslations } from "next-intl";
import { exportWhitepaper, listWhitepaper, type WhitepaperRow } from "@/contract/staff/whitepaper";
import { hrefOf } from "@/lib/api/client";
import { Link } from "@/lib/i18n/navigation";
import { ExportButton } from "../list/export-button";
import { FilterBar } from "../list/filter-bar";
import { KeysetPages } from "../list/keyset-pages";
import { useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListHead } from "../list/list-head";
import page from "../list/list-page.module.css";
import listRows from "../list/list-rows.module.css";
import { ListRow, ListTable } from "../list/list-table";
import { PeopleTabs } from "../people/people-tabs";
import { personHref } from "../people/person-href";
import { AddRequest } from "../people/person-requests";
import { useWhen } from "../shell/use-when";

const COLUMNS = ["who", "company", "newsletter", "asked", "acts"] as const;

/** Renders the list of people who requested the whitepaper. */
export function Whitepaper() {
  const t = useTranslations("staff.whitepaper");
  const locale = useLocale();
  const list = useList(listWhitepaper);
  const { filter, href, query, data } = list;
  return (
    <div className={page.page}>
      <ListHead title={t("title")} keys={["row", "search"]} />
      <PeopleTabs current="whitepaper" />
      <FilterBar address={list} searchHint={t("searchHint")} />
      <ListBody
        query={query}
        rows={15}
        empty={data?.requests.length === 0 && { title: t(filter.search ? "noMatch" : "nobody") }}
      >
        {data && (
          <>
            <div className={page.found}>
              <output>{t("found", { count: data.total })}</output>{" "}
              <ExportButton
                list="whitepaper"
                href={hrefOf(exportWhitepaper, { locale, query: filter })}
                label={t("export", { count: data.total })}
              />
            </div>
            <ListTable
              caption={t("title")}
              columns={COLUMNS.map((name) => t(`column.${name}`))}
              busy={query.isPlaceholderData}
            >
              {data.requests.map((row) => (
                <Row key={row.id} row={row} today={data.today} />
              ))}
            </ListTable>
            <KeysetPages list={data} shown={data.requests.length} href={href} />
          </>
        )}
      </ListBody>
    </div>
  );
}

function Row({ row, today }: { row: WhitepaperRow; today: string }) {
  const t = useTranslations("staff.whitepaper");
  const { day } = useWhen();
  return (
    <ListRow id={row.id}>
      <th scope="row" className={listRows.name}>
        {row.person ? <Link href={personHref(row.person)}>{row.name}</Link> : row.name}
        <span className={listRows.small}>{row.email}</span>
      </th>
      <td>
        {row.company}
        <span className={listRows.small}>{row.role}</span>
      </td>
      <td>{t(row.newsletter ? "newsletter" : "noNewsletter")}</td>
      <td>{day(row.asked_at)}</td>
      <td>{row.person === null && <AddRequest from={row.email} today={today} />}</td>
    </ListRow>
  );
}
