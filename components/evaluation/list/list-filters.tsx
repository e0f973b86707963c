"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { GoLink } from "@/components/ui/buttons/go-link";
import { Fold } from "@/components/ui/page/fold";
import { EVALUATION_STATES, type ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { INDUSTRY, STAGE, TIPOLOGIA_IMPRESA } from "@/contract/project/options";
import { Link } from "@/lib/i18n/navigation";
import { useAddress } from "../use-address";
import { FilterSearch, FilterSelect } from "./filter-fields";
import styles from "./filters.module.css";
import { listAddress, scopeOf } from "./list-query";

/** Milliseconds without typing before the list is refetched. */
const SEARCH_DELAY = 300;

const SENT_AGAIN = "sent_again" as const;

/** Bands of the evaluator's totals. A total is a multiple of 0.5, so the bands have no gaps. */
const BANDS = [
  ["85", "100"],
  ["70", "84.5"],
  ["50", "69.5"],
  ["0", "49.5"],
] as const;

/** Renders search and filters. The URL contains all of their state. */
export function ListFilters({ query }: { query: ProjectListQuery }) {
  const t = useTranslations("evaluation.list");
  const options = useTranslations("options");
  const fields = useTranslations("fields.short");
  const address = useAddress();
  const [search, setSearch] = useState(query.search ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function find(text: string) {
    clearTimeout(timer.current);
    if (text === (query.search ?? "")) return;
    address.replace(listAddress(query, { search: text }));
  }

  function type(text: string) {
    setSearch(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => find(text), SEARCH_DELAY);
  }

  function choose(change: Record<string, string>) {
    clearTimeout(timer.current);
    address.replace(listAddress(query, { search, ...(change as ProjectListQuery) }));
  }

  /** Maps the state filter to the URL. The filter also offers "sent again", which is a separate URL parameter. */
  function changeOf(name: string, value: string): Record<string, string> {
    if (name !== "state") return { [name]: value };
    const again = value === SENT_AGAIN;
    return { state: again ? "" : value, sent_again: again ? "yes" : "" };
  }
  const shown = (name: "state" | "industry" | "stage" | "tipologia_impresa") =>
    (name === "state" && query.sent_again ? SENT_AGAIN : query[name]) ?? "";

  const labelled = (
    values: readonly (typeof INDUSTRY | typeof STAGE | typeof TIPOLOGIA_IMPRESA)[number][],
  ) => values.map((value) => ({ value, label: options(value) }));
  const selects = [
    {
      name: "state",
      // "Sent again" is an additional option of the state filter.
      values: [...EVALUATION_STATES, SENT_AGAIN].map((value) => ({
        value,
        label: t(`states.${value}`),
      })),
    },
    { name: "industry", values: labelled(INDUSTRY) },
    { name: "stage", values: labelled(STAGE) },
    { name: "tipologia_impresa", values: labelled(TIPOLOGIA_IMPRESA) },
  ] as const;
  const band = `${query.total_from ?? ""}-${query.total_to ?? ""}`;
  const active = selects.filter(({ name }) => shown(name)).length + (band === "-" ? 0 : 1);
  const isFiltered = Boolean(query.search) || active > 0;

  return (
    <search className={styles.filters}>
      <FilterSearch
        label={t("search")}
        value={search}
        onSearch={type}
        // Search immediately: a delayed search could bring the user back to the list after they have opened a project.
        onBlur={() => find(search)}
      />
      <Fold label={t("fold", { count: active })}>
        {selects.map(({ name, values }) => (
          <FilterSelect
            key={name}
            name={name}
            label={name === "state" ? t("filters.state") : fields(name)}
            empty={t("all")}
            options={values}
            value={shown(name)}
            onChoose={(value) => choose(changeOf(name, value))}
          />
        ))}
        <FilterSelect
          name="total"
          label={t("filters.total")}
          empty={t("all")}
          options={BANDS.map(([from, to]) => ({
            value: `${from}-${to}`,
            label: t("band", { from: Number(from), to: Number(to) }),
          }))}
          value={band === "-" ? "" : band}
          onChoose={(value) => {
            const [total_from = "", total_to = ""] = value.split("-");
            choose({ total_from, total_to });
          }}
        />
      </Fold>
      {isFiltered && (
        <p className={styles.end}>
          <GoLink
            component={Link}
            href={listAddress(scopeOf(query), {})}
            onClick={() => setSearch("")}
          >
            {t("clear")}
          </GoLink>
        </p>
      )}
    </search>
  );
}
