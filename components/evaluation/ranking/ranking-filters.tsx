"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { GoLink } from "@/components/ui/buttons/go-link";
import { Fold } from "@/components/ui/page/fold";
import { INDUSTRY } from "@/contract/project/options";
import { FilterSearch, FilterSelect } from "../list/filter-fields";
import styles from "../list/filters.module.css";
import { useAddress } from "../use-address";
import {
  DECIDING_ORDER,
  RANKING_ORDERS,
  type RankingOrder,
  type RankingQuery,
  rankingPlace,
} from "./ranking-query";

/** Milliseconds without typing before the search changes the URL. */
const SEARCH_DELAY = 300;

/** Renders search, sector, and order of the ranking. Their values are stored in the URL. */
export function RankingFilters({ query }: { query: RankingQuery }) {
  const t = useTranslations("evaluation.ranking");
  const list = useTranslations("evaluation.list");
  const options = useTranslations("options");
  const fields = useTranslations("fields.short");
  const address = useAddress();
  const [search, setSearch] = useState(query.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const active = (query.industry ? 1 : 0) + (query.order === DECIDING_ORDER ? 0 : 1);

  function choose(change: Partial<RankingQuery>) {
    clearTimeout(timer.current);
    address.replace(rankingPlace(query, { search, ...change }));
  }

  return (
    <search className={styles.filters}>
      <FilterSearch
        label={list("search")}
        value={search}
        onSearch={(words) => {
          setSearch(words);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => choose({ search: words }), SEARCH_DELAY);
        }}
      />
      <Fold label={list("fold", { count: active })}>
        <FilterSelect
          name="industry"
          label={fields("industry")}
          empty={list("all")}
          options={INDUSTRY.map((value) => ({ value, label: options(value) }))}
          value={query.industry}
          onChoose={(industry) => choose({ industry })}
        />
        <FilterSelect
          name="orderby"
          label={t("orderby")}
          empty={t(`orders.${DECIDING_ORDER}`)}
          options={RANKING_ORDERS.slice(1).map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={query.order === DECIDING_ORDER ? "" : query.order}
          onChoose={(value) => choose({ order: (value || DECIDING_ORDER) as RankingOrder })}
        />
      </Fold>
      <p className={styles.end}>
        <GoLink href="#export">{t("toExport")}</GoLink>
      </p>
    </search>
  );
}
