"use client";

import { keepPreviousData } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { INDUSTRY } from "@/contract/project/options";
import {
  COLUMNS_NARROW,
  COLUMNS_PER_PAGE,
  exportMatrix,
  getMatrix,
  type Matrix,
  matrixQuerySchema,
} from "@/contract/staff/matrix";
import { hrefOf } from "@/lib/api/client";
import { readOf } from "@/lib/api/query";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { Link } from "@/lib/i18n/navigation";
import { NoPlan } from "../../giving/no-plan";
import { ExportButton } from "../../list/export-button";
import { FilterBar, type Pill } from "../../list/filter-bar";
import { useListAddress } from "../../list/list-address";
import { ListBody } from "../../list/list-body";
import pageStyles from "../../list/list-page.module.css";
import { roundOf } from "../../rounds/use-round-title";
import { useRefreshedQuery } from "../../shell/use-refreshed-query";
import type { Pair } from "./cells-of";
import styles from "./matrix.module.css";
import { MatrixGrid } from "./matrix-grid";
import { MatrixList } from "./matrix-list";
import type { ReadingAction } from "./reading-dialog";
import { ReadingMark } from "./reading-mark";
import { ReadingStrip } from "./reading-strip";
import { useNarrow } from "./use-narrow";

const loadGive = () => import("../../giving/give-dialog").then((module) => module.GiveDialog);
const GiveDialog = dynamic(loadGive, { ssr: false });

/**
 * Milliseconds between refetches of the matrix. Other staff members can change readings at the same time.
 */
const REFRESH = 30_000;
const SHOWS = { few: "showFew", conflicts: "showConflicts" } as const;

/**
 * Shows which evaluators read which projects, with filters, export, and the actions on one reading. Rule:
 * evaluation.by-hand.
 *
 * @param proposal the id of the last proposed plan of readings. If the URL names this id, the matrix shows the proposed
 * readings, which are read-only.
 */
export function MatrixSection({
  proposal,
  disabledReason: reason,
}: {
  proposal?: string | undefined;
  disabledReason: string | undefined;
}) {
  const t = useTranslations("staff.assignment.matrix");
  const plan = useTranslations("staff.assignment");
  const give = useTranslations("staff.assignment.give");
  const options = useTranslations("options");
  const locale = useLocale();
  const address = useListAddress(matrixQuerySchema);
  const { search, go, href } = address;
  const narrow = useNarrow();
  const [on] = useShortcutsEnabled();
  const isProposed = proposal !== undefined && search.proposal === proposal;
  const disabledReason = isProposed ? t("proposed.locked") : reason;
  const proposed = isProposed && { proposal };
  const { per_page: _, proposal: __, ...shown } = search;
  const { page: ___, ...toExport } = shown;
  const filter = { ...shown, ...proposed };
  const query = useRefreshedQuery({
    ...readOf(getMatrix, {
      locale,
      query: { ...filter, ...(narrow && { per_page: COLUMNS_NARROW }) } as never,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  const { data } = query;
  // Staff can fix a reading (keep it in every later plan) or remove it only in an applied plan, because without a plan
  // every evaluator reads every project.
  const hasActs = on && disabledReason === undefined && data?.planned === true;
  const [chosen, setChosen] = useState<Pair | null>(null);
  const [action, setAction] = useState<ReadingAction | null>(null);
  const open = (pair: Pair, next: ReadingAction | null = null) => {
    setChosen(pair);
    setAction(disabledReason === undefined ? next : null);
  };
  const rows = (data?.evaluators ?? []).filter(
    ({ id }) => !search.evaluator || search.evaluator === id,
  );
  const [reader] = rows;
  const [gives, setGives] = useState(false);
  const change = (next: Record<string, string | undefined>) => go({ page: undefined, ...next });
  const pills: Pill[] = [
    ...(search.evaluator
      ? [{ name: "evaluator", label: t("evaluator"), value: rows[0]?.name ?? "" }]
      : []),
    ...(search.sector
      ? [{ name: "sector", label: t("sector"), value: options(search.sector as "industry-other") }]
      : []),
    ...(search.show
      ? [{ name: "show", label: t("show"), value: t(SHOWS[search.show as "few"]) }]
      : []),
  ];
  // The list of projects with too few readings can be empty because of another filter. Say that no project has too few
  // only if this is true without any filter.
  const onlyFew = search.show === "few" && data?.sums.few === 0;
  const page = Number(search.page ?? 1);
  const turn = (step: number) => {
    const next = page + step;
    if (data && next >= 1 && next <= data.pages) go({ page: String(next) });
  };

  return (
    <section className={styles.section} aria-labelledby="who-reads">
      <div className={styles.head}>
        <h2 id="who-reads" className={styles.heading}>
          {isProposed ? t("proposed.title") : plan("whoReads")}
        </h2>
        {isProposed && (
          <p>
            {t("proposed.note")}{" "}
            <Link href={href({ proposal: undefined, page: undefined })}>{t("proposed.back")}</Link>
          </p>
        )}
        {data && <Sums matrix={data} />}
        {data && (
          <ExportButton
            list="assignment"
            edition={data.edition}
            href={hrefOf(exportMatrix, {
              ...{ locale, query: { ...toExport, ...proposed, ...roundOf(data) } as never },
            })}
            label={t("export")}
          />
        )}
      </div>
      {data && reader && search.evaluator && !isProposed && (
        <div>
          <Button
            small
            disabledReason={disabledReason ?? (data.planned ? undefined : t("noPlan"))}
            onClick={() => setGives(true)}
          >
            {give("title", { name: reader.name })}
          </Button>
        </div>
      )}
      {gives && reader && (
        <GiveDialog evaluator={reader} round={roundOf(data)} onClose={() => setGives(false)} />
      )}
      <FilterBar
        address={{ search, go: change }}
        searchLabel={t("search")}
        searchHint={t("searchHint")}
        pills={pills}
        options={[
          ...(["few", "conflicts"] as const).map((value) => ({
            ...{ name: "show", value, label: t(SHOWS[value]) },
          })),
          ...INDUSTRY.map((value) => ({
            ...{ name: "sector", value, label: `${t("sector")}: ${options(value)}` },
          })),
          ...(data?.evaluators ?? []).map(({ id, name }) => ({
            ...{ name: "evaluator", value: id, label: `${t("evaluator")}: ${name}` },
          })),
        ]}
      />
      {narrow ? <Legend /> : <Legend keys={hasActs ? `${t("keys")} ${t("keysAct")}` : t("keys")} />}
      <ListBody
        query={query}
        unknown={address.unknown}
        empty={
          data &&
          (data.projects.length === 0 || rows.length === 0) && {
            title: onlyFew ? t("few", { count: 0, wanted: data.wanted }) : t("noMatch"),
            action: (
              <Link
                href={href({
                  ...{ search: undefined, sector: undefined, show: undefined },
                  ...{ evaluator: undefined, page: undefined },
                })}
              >
                {t("all")}
              </Link>
            ),
          }
        }
      >
        {data && (
          <>
            {narrow ? (
              <MatrixList
                matrix={data}
                rows={rows}
                filtered={Boolean(search.evaluator)}
                onEvaluator={(id) => change({ evaluator: id })}
                onOpen={open}
              />
            ) : (
              <MatrixGrid
                matrix={data}
                rows={rows}
                chosen={chosen}
                busy={query.isPlaceholderData}
                onOpen={open}
                onClose={() => setChosen(null)}
                onAct={(next, pair) => open(pair, next)}
                onPage={turn}
              />
            )}
            <Pages
              matrix={data}
              page={page}
              size={narrow ? COLUMNS_NARROW : COLUMNS_PER_PAGE}
              onTurn={turn}
            />
          </>
        )}
      </ListBody>
      {chosen && (
        <ReadingStrip
          key={`${chosen.evaluator} ${chosen.project}`}
          pair={chosen}
          query={{ ...roundOf(data), ...(isProposed && { proposal }) }}
          round={roundOf(data)}
          action={action}
          onAction={setAction}
          onClose={() => setChosen(null)}
          disabledReason={disabledReason ?? (data?.planned === false ? t("noPlan") : undefined)}
        />
      )}
    </section>
  );
}

function Sums({ matrix: { sums, wanted, planned } }: { matrix: Matrix }) {
  const t = useTranslations("staff.assignment.matrix");
  return (
    <p className={pageStyles.sum}>
      <span>{t("sums", { given: sums.given, done: sums.done, begun: sums.begun })}</span>
      <span data-some={sums.few > 0} className={styles.few}>
        {t("few", { count: sums.few, wanted })}
      </span>
      {!planned && <NoPlan />}
    </p>
  );
}

/** Explains the marks of the matrix cells, and the keyboard keys of the grid. */
function Legend({ keys }: { keys?: string }) {
  const t = useTranslations("staff.assignment.matrix");
  const none = { conflict: null, fixed: null } as const;
  const marks = [
    [t("state.done"), { ...none, state: "done" }],
    [t("state.begun"), { ...none, state: "begun" }],
    [t("state.assigned"), { ...none, state: "assigned" }],
    [t("state.recused"), { ...none, state: "recused" }],
    [t("conflict.rule"), { ...none, state: "none", conflict: "rule" }],
    [t("fixed.given"), { ...none, state: "none", fixed: "given" }],
    [t("fixed.barred"), { ...none, state: "none", fixed: "barred" }],
  ] as const;
  return (
    <ul className={styles.legend} aria-label={t("legend")}>
      {marks.map(([label, cell]) => (
        <li key={label}>
          <ReadingMark {...cell} /> {label}
        </li>
      ))}
      <li>
        <span className={styles.own} aria-hidden="true" /> {t("ownSector")}
      </li>
      <li>
        <span className={styles.foreign} aria-hidden="true" /> {t("obstacle.language")}
      </li>
      {keys && <li>{keys}</li>}
    </ul>
  );
}

function Pages({
  matrix: { found, pages, projects },
  page,
  size,
  onTurn,
}: {
  matrix: Matrix;
  page: number;
  size: number;
  onTurn: (step: number) => void;
}) {
  const t = useTranslations("staff.assignment.matrix");
  const from = (page - 1) * size;
  return (
    <div className={styles.pages}>
      <output>{t("page", { from: from + 1, to: from + projects.length, count: found })}</output>
      {pages > 1 &&
        ([-1, 1] as const).map((step) => (
          <Button
            key={step}
            small
            variant="secondary"
            aria-disabled={page + step < 1 || page + step > pages}
            onClick={() => onTurn(step)}
          >
            {t(step < 0 ? "previous" : "next")}
          </Button>
        ))}
    </div>
  );
}
