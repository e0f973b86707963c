"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/buttons/button";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import { editionQuery } from "@/contract/evaluation/evaluation-schemas";
import { FUNNEL_STAGE_IDS, type FunnelStage, RACE } from "@/contract/evaluation/funnel";
import { getSelection, type Results, type SelectionStage } from "@/contract/staff/selection";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { WaitingProposal } from "../actions/pending-approval";
import { useListAddress } from "../list/list-address";
import { ListBody } from "../list/list-body";
import pageStyles from "../list/list-page.module.css";
import { useSelection } from "../list/use-selection";
import { Exports } from "./exports";
import { partsOf } from "./fold";
import { Funnel } from "./funnel";
import { NotYet } from "./not-yet";
import { RankingRows } from "./ranking-rows";
import styles from "./selection.module.css";
import { type Opened, SelectionDialog } from "./selection-dialog";
import { SelectionHead } from "./selection-head";
import { ChosenActs, StageActs, TieActs } from "./stage-actions";
import { useRights } from "./use-rights";

const address = editionQuery.extend({ stage: z.enum(FUNNEL_STAGE_IDS).optional() });
const NONE: ReadonlySet<string> = new Set();

/** Renders the selection after the whole jury has closed its evaluations: the ranking with its lines, and the decisions. */
export function Selection() {
  const t = useTranslations("staff.selection");
  const locale = useLocale();
  const { search, href } = useListAddress(address);
  const { edition } = search;
  const query = useQuery(
    readOf(getSelection, { locale, query: edition ? { edition: Number(edition) } : {} }),
  );
  const [opened, setOpened] = useState(NONE);
  const { data } = query;
  const results = data?.results;
  const stage = (search.stage as FunnelStage | undefined) ?? nextStage(results?.stages);
  const own = results?.stages.find((one) => one.stage === stage);
  const rights = useRights(data);
  const [act, setAct] = useState<Opened | null>(null);
  const notYet = own && whyNotYet(own);
  const parts = results ? partsOf(results, stage, opened) : [];
  const selection = useSelection(
    stage,
    parts.flatMap((part) => (part.kind === "row" ? [part.row.id] : [])),
  );
  return (
    <div className={pageStyles.page}>
      <SelectionHead selection={data}>
        {data && own && (
          <span className={styles.release}>
            <Button
              disabledReason={notYet ?? rights.release}
              onClick={() => setAct({ act: "release", count: own.pending })}
            >
              {t("release", { count: own.pending })}
            </Button>
            {!notYet && !rights.release && <span className={pageStyles.note}>{t("needsKey")}</span>}
          </span>
        )}
      </SelectionHead>
      <ListBody query={query} failed={t("failed")}>
        {data && !results && (
          <NotYet
            selection={data}
            hindrance={rights.release}
            onOpen={() => setAct({ act: "early", count: 1 })}
          />
        )}
        {data && results && (
          <>
            {results.altered.length > 0 && (
              <p className={styles.altered} role="alert">
                {t("altered", {
                  count: results.altered.length,
                  who: results.altered.join(", "),
                })}
              </p>
            )}
            {results.recomputed > 0 && (
              <p className={pageStyles.note}>
                {t("recomputed", {
                  count: results.recomputed,
                  weights: results.criteria.map(({ weight }) => weight).join("/"),
                })}
              </p>
            )}
            <Funnel stages={results.stages} />
            <TabRow label={t("stages")}>
              {results.stages.map((one) => (
                <TabLink
                  key={one.stage}
                  component={Link}
                  href={href({ stage: one.stage })}
                  current={one.stage === stage}
                >
                  {t(`stage.${one.stage}`)}{" "}
                  <span className={pageStyles.number}>
                    {t("of", { count: one.planned + one.released, places: one.places })}
                  </span>
                </TabLink>
              ))}
            </TabRow>
            {own?.proposed && (
              <WaitingProposal
                proposed={own.proposed}
                what={t("proposed", { count: own.proposed.count, stage: t(`stage.${stage}`) })}
                hindrance={rights.release}
                onLook={() => setAct({ act: "release", count: own.pending })}
              />
            )}
            {own && (
              <StageActs
                stage={own}
                able={results.rows.filter(({ eligible }) => eligible.includes(stage)).length}
                hindrance={rights.decide}
                onOpen={setAct}
              />
            )}
            <Exports edition={data.edition} rows={results.rows} stage={stage} />
            <RankingRows
              {...{ results, parts, stage, selection }}
              tieActs={
                <TieActs
                  rows={results.rows.filter(({ id }) => own?.tie?.ids.includes(id))}
                  hindrance={rights.decide}
                  onOpen={setAct}
                />
              }
              onOpen={(ids) => setOpened(new Set([...opened, ...ids]))}
            />
            <ChosenActs
              {...{ results, stage, selection }}
              hindrance={rights.decide}
              weighty={rights.release}
              onOpen={setAct}
            />
          </>
        )}
      </ListBody>
      {act && data && (
        <SelectionDialog
          opened={act}
          edition={data.edition}
          stage={stage}
          onDone={() => {
            selection.none();
            setAct(null);
          }}
          onClose={() => setAct(null)}
        />
      )}
    </div>
  );

  /** Returns why a stage cannot be released yet; undefined if it can. */
  function whyNotYet({ tie, pending }: SelectionStage): string | undefined {
    if (pending === 0) return t("nothingToRelease");
    return tie ? t("tieFirst") : undefined;
  }
}

/** Returns the current stage: the first one that is not released. */
function nextStage(stages: Results["stages"] = []): FunnelStage {
  const open = stages.find(({ stage, released_at }) => RACE.includes(stage) && !released_at);
  return open?.stage ?? RACE[RACE.length - 1] ?? FUNNEL_STAGE_IDS[0];
}
