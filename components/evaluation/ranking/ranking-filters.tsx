"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextField } from "@/components/forms/fields/text-field";
import { GoLink } from "@/components/ui/buttons/go-link";
import { INDUSTRY } from "@/contract/project/options";
import { FilterFold } from "../list/filter-fold";
import { useAddress } from "../use-address";
import styles from "./ranking-filters.module.css";
import {
  DECIDING_ORDER,
  RANKING_ORDERS,
  type RankingOrder,
  type RankingQuery,
  rankingPlace,
} from "./ranking-query";

/** Milliseconds without typing before the URL changes. */
const SEARCH_DELAY = 300;

/** Renders search, sector, and order of the ranking. The URL contains all of their state. */
export function RankingFilters({ query }: { query: RankingQuery }) {
  const t = useTranslations("evaluation.ranking");
  const list = useTranslations("evaluation.list");
  const options = useTranslations("options");
  const fields = useTranslations("fields.short");
  const address = useAddress();
  const [search, setSearch] = useState(query.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function choose(change: Partial<RankingQuery>) {
    clearTimeout(timer.current);
    address.replace(rankingPlace(query, { search, ...change }));
  }

  return (
    <search className={styles.filters}>
      <TextField
        name="search"
        type="search"
        label={list("search")}
        optional="unmarked"
        value={search}
        onChange={({ target: { value } }) => {
          setSearch(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => choose({ search: value }), SEARCH_DELAY);
        }}
      />
      <FilterFold active={(query.industry ? 1 : 0) + (query.order === DECIDING_ORDER ? 0 : 1)}>
        <SelectField
          name="industry"
          label={fields("industry")}
          optional="unmarked"
          empty={list("all")}
          options={INDUSTRY.map((value) => ({ value, label: options(value) }))}
          value={query.industry}
          onChange={(event) => choose({ industry: event.target.value })}
        />
        <SelectField
          name="orderby"
          label={t("orderby")}
          optional="unmarked"
          empty={t(`orders.${DECIDING_ORDER}`)}
          options={RANKING_ORDERS.slice(1).map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={query.order === DECIDING_ORDER ? "" : query.order}
          onChange={(event) =>
            choose({ order: (event.target.value || DECIDING_ORDER) as RankingOrder })
          }
        />
      </FilterFold>
      <p className={styles.export}>
        <GoLink href="#export">{t("toExport")}</GoLink>
      </p>
    </search>
  );
}
