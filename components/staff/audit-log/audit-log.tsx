"use client";

import { useLocale, useTranslations } from "next-intl";
import { exportActs, listActs } from "@/contract/staff/audit-log";
import { hrefOf } from "@/lib/api/client";
import { Link } from "@/lib/i18n/navigation";
import { ExportButton } from "../list/export-button";
import { KeysetPages } from "../list/keyset-pages";
import { useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import page from "../list/list-page.module.css";
import { AuditLogRows } from "./audit-log-rows";
import { ChainState } from "./chain-state";
import { LogFilters } from "./log-filters";

/**
 * Renders the audit log: author, action, target, time, and reason of each entry, and whether the log is intact. The
 * page is read-only.
 */
export function AuditLog() {
  const t = useTranslations("staff.log");
  const locale = useLocale();
  const list = useList(listActs);
  const { search, filter, href, query, data } = list;
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <div className={page.page}>
      <ChainState />
      <LogFilters list={list} acts={data?.acts ?? []}>
        {data && data.acts.length > 0 && (
          <div className={page.found}>
            <output>{t("found", { count: data.total })}</output>
            <ExportButton
              list="log"
              href={hrefOf(exportActs, { locale, query: filter })}
              label={t("export")}
            />
          </div>
        )}
      </LogFilters>
      <ListBody
        query={query}
        rows={15}
        empty={
          data?.acts.length === 0 && {
            title: t(isFiltered ? "noMatch" : "nothing"),
            action: (isFiltered || search.after || search.before) && (
              <Link href="?">{t("all")}</Link>
            ),
          }
        }
      >
        {data && (
          <>
            <AuditLogRows acts={data.acts} href={href} busy={query.isPlaceholderData} />
            <KeysetPages
              list={data}
              shown={data.acts.length}
              // Entries are sorted newest first, so the "next" page contains older entries.
              href={({ before: newer, after: older }) => href({ before: older, after: newer })}
            />
          </>
        )}
      </ListBody>
    </div>
  );
}
