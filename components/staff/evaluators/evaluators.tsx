"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import {
  type EvaluatorsQuery,
  evaluatorsQuerySchema,
  listEvaluators,
} from "@/contract/staff/evaluators";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { FilterBar } from "../list/filter-bar";
import { useListAddress } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { EvaluatorRows } from "./evaluator-rows";
import styles from "./evaluators.module.css";
import { EvaluatorsHead } from "./evaluators-head";
import { Readings } from "./readings";
import { Treads } from "./treads";

/** States that are lists of their own, those to write to first. */
const TABS = ["late", "on_time", "to_begin", "closed", "invited"] as const;
/** How often the figures are read again, ms. */
const REFRESH = 30_000;

/** How the jury of an edition is getting on: how much each has read, never what they think of it. */
export function Evaluators() {
  const t = useTranslations("staff.evaluators");
  const list = useTranslations("staff.list");
  const locale = useLocale();
  const { search, href, go } = useListAddress(evaluatorsQuerySchema);
  const query = useQuery({
    ...readOf(listEvaluators, { locale, query: search as EvaluatorsQuery }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  const { data } = query;
  const isFiltered = Boolean(search.state || search.search);

  return (
    <div className={styles.page}>
      <EvaluatorsHead jury={data} />
      {data && <Treads jury={data} />}
      {query.isRefetchError && <output className={styles.note}>{t("stale")}</output>}
      <TabRow label={t("tabs")}>
        <TabLink component={Link} href={href({ state: undefined })} current={!search.state}>
          {t("tab.all")}
          {data && <span className={styles.number}>{data.counts.all}</span>}
        </TabLink>
        {TABS.map((state) => (
          <TabLink
            key={state}
            component={Link}
            href={href({ state })}
            current={search.state === state}
          >
            {t(`tab.${state}`)}
            {data && <span className={styles.number}>{data.counts.states[state]}</span>}
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
      <ListBody
        query={query}
        empty={
          data?.evaluators.length === 0 && {
            title: t(isFiltered ? "noMatch" : "nobody"),
            action: isFiltered && (
              <Link href={href({ state: undefined, search: undefined })}>{t("seeAll")}</Link>
            ),
          }
        }
      >
        {data && (
          <>
            <output className={styles.note}>{t("found", { count: data.evaluators.length })}</output>
            <EvaluatorRows jury={data} busy={query.isPlaceholderData} />
            <p className={styles.note}>{t("whatIsRead")}</p>
          </>
        )}
      </ListBody>
      {data && <Readings jury={data} />}
    </div>
  );
}
