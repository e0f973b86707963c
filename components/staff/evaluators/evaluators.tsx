"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import {
  EVALUATOR_GROUPS,
  type EvaluatorRow,
  type EvaluatorState,
  exportEvaluators,
  type Jury,
  listEvaluators,
} from "@/contract/staff/evaluators";
import { hrefOf } from "@/lib/api/client";
import { Link } from "@/lib/i18n/navigation";
import { Density } from "../list/density";
import { ExportButton } from "../list/export-button";
import { FilterBar } from "../list/filter-bar";
import { searchText, useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListTab, ListTabs } from "../list/list-head";
import styles from "../list/list-page.module.css";
import { useSelection } from "../list/use-selection";
import { RoundStrip } from "../rounds/round-strip";
import { roundOf } from "../rounds/use-round-title";
import {
  EvaluatorActions,
  type EvaluatorsAction,
  ReopenDialog,
  useRights,
} from "./evaluator-actions";
import { EvaluatorRows, inOrder } from "./evaluator-rows";
import { EvaluatorsHead } from "./evaluators-head";
import { InviteDialog } from "./invite-dialog";
import { JuryTab } from "./jury-tabs";
import { Readings } from "./readings";
import { Treads } from "./treads";

/** Evaluator states and groups that have a tab, in the order of the tabs. */
const TABS = [
  "accepted",
  "working",
  "late",
  "on_time",
  "to_begin",
  "closed",
  "invited",
  "unanswered",
  "declined",
  "conflicts",
] as const;
/** Milliseconds between two refetches of the page's data. */
const REFRESH = 30_000;

/** Shows the reading progress of an edition's evaluators, never their scores, and the available staff actions. */
export function Evaluators() {
  const t = useTranslations("staff.evaluators");
  const locale = useLocale();
  const list = useList(listEvaluators, () => REFRESH);
  const { search, filter, href, query, data } = list;
  const rows = inOrder(data?.evaluators ?? []);
  const selection = useSelection(
    searchText(search),
    rows.map(({ id }) => id),
  );
  const [action, setAction] = useState<EvaluatorsAction | null>(null);
  const [invites, setInvites] = useState(false);
  const [reopened, setReopened] = useState<EvaluatorRow | null>(null);
  const { hindrance: disabledReason, mayReopen } = useRights(data?.current);
  const opens = (name: EvaluatorsAction) => (id: string | null) => {
    if (disabledReason !== undefined || (selection.count === 0 && !id)) return;
    // If no row is selected, the action applies to the focused row.
    if (selection.count === 0 && id) selection.add([id]);
    setAction(name);
  };
  const letters = {
    r: opens("remind"),
    w: opens("write"),
    a: () => selection.more(rows.length),
  };
  const isFiltered = Boolean(search.state || search.search);

  return (
    <div className={styles.page}>
      <EvaluatorsHead jury={data}>
        {!data?.round?.final && (
          <Button small disabledReason={disabledReason} onClick={() => setInvites(true)}>
            {t("act.invite")}
          </Button>
        )}
      </EvaluatorsHead>
      {data?.rounds && <RoundStrip rounds={data.rounds} current={data.round?.number} href={href} />}
      {invites && <InviteDialog round={roundOf(data)} onClose={() => setInvites(false)} />}
      {reopened && (
        <ReopenDialog row={reopened} round={roundOf(data)} onClose={() => setReopened(null)} />
      )}
      {query.isRefetchError && <output className={styles.note}>{t("stale")}</output>}
      <ListTabs label={t("tabs")}>
        <ListTab href={href({ state: undefined })} current={!search.state} count={data?.counts.all}>
          {t("tab.all")}
        </ListTab>
        {TABS.filter((state) => state === search.state || !data || countOf(state, data.counts)).map(
          (state) => (
            <ListTab
              key={state}
              href={href({ state })}
              current={search.state === state}
              count={data && countOf(state, data.counts)}
            >
              {t(`tab.${state}`)}
            </ListTab>
          ),
        )}
        <JuryTab name="assignment" current={false} />
      </ListTabs>
      <FilterBar address={list} searchHint={t("searchHint")}>
        {data && data.evaluators.length > 0 && (
          <div className={styles.found}>
            <output>{t("found", { count: data.evaluators.length })}</output>{" "}
            <ExportButton
              list="evaluators"
              edition={data.edition}
              href={hrefOf(exportEvaluators, { locale, query: { ...filter, ...roundOf(data) } })}
              label={t("export", { count: data.evaluators.length })}
            />
          </div>
        )}
      </FilterBar>
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
            <EvaluatorRows
              jury={data}
              onReopen={mayReopen && !data.round?.final ? setReopened : undefined}
              busy={query.isPlaceholderData}
              isOpen={search.state === "conflicts"}
              {...{ rows, selection, letters }}
            />
            <Density />
            <p className={styles.note}>{t("whatIsRead")}</p>
          </>
        )}
      </ListBody>
      {data && <Treads jury={data} />}
      {data && <Readings jury={data} />}
      {data && (
        <EvaluatorActions
          jury={data}
          filter={search}
          open={action}
          onOpen={setAction}
          {...{ selection, disabledReason }}
        />
      )}
    </div>
  );
}

function countOf(
  tab: (typeof TABS)[number],
  { states, ...groups }: Jury["counts"],
): number | undefined {
  const group = EVALUATOR_GROUPS.find((one) => one === tab);
  return group ? groups[group] : states[tab as EvaluatorState];
}
