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

/** Milliseconds without typing before a search refetches the list. */
const SEARCH_DELAY = 300;

const SENT_AGAIN = "sent_again" as const;

/** Ranges of the evaluator's totals to filter by. A total is a multiple of 0.5, so the ranges have no gaps. */
const BANDS = [
  ["85", "100"],
  ["70", "84.5"],
  ["50", "69.5"],
  ["0", "49.5"],
] as const;

/** Renders search and filters of the evaluator's project list. Their values are stored in the URL. */
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

  /** Converts the chosen filter by state to URL parameters. The option "sent again" has a separate URL parameter. */
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
        // Search at once when the field loses the focus: a delayed search could return the user to the list after
        // opening a project.
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
