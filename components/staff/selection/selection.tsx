"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/buttons/button";
import { TabLink } from "@/components/ui/page/tab-row";
import { type Endpoint, mayCall } from "@/contract/endpoint";
import { editionRoundQuery } from "@/contract/evaluation/evaluation-schemas";
import { RACE, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import {
  getSelection,
  type Results,
  releaseDecisions,
  type SelectionStage,
  selectProjects,
} from "@/contract/staff/selection";
import { meQuery, readOf } from "@/lib/api/query";
import { whenIdle } from "@/lib/browser/when-idle";
import { Link } from "@/lib/i18n/navigation";
import { WaitingProposal } from "../actions/pending-approval";
import { LazyWriteDialog, useWriteDialogWhenIdle } from "../letters/use-write-dialog";
import { useListAddress } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListTabs } from "../list/list-head";
import pageStyles from "../list/list-page.module.css";
import { useSelection } from "../list/use-selection";
import { RoundStrip } from "../rounds/round-strip";
import { Exports } from "./exports";
import { partsOf } from "./fold";
import { Funnel } from "./funnel";
import { NotYet } from "./not-yet";
import { RankingRows } from "./ranking-rows";
import styles from "./selection.module.css";
import type { Opened } from "./selection-dialog";
import { SelectionHead } from "./selection-head";
import {
  ChosenActions,
  LetterActions,
  StageActions,
  type StageGroup,
  TieActions,
} from "./stage-actions";

// The dialogs load after the page, because their fields and previews are a large part of the page's code.
const loadDialog = () => import("./selection-dialog").then((it) => it.SelectionDialog);
const SelectionDialog = dynamic(loadDialog, { ssr: false });

const FeedbackPanel = dynamic(() => import("./feedback-panel").then((it) => it.FeedbackPanel), {
  ssr: false,
});

const AgreementPanel = dynamic(() => import("./agreement-panel").then((it) => it.AgreementPanel), {
  ssr: false,
});

const DiscussionPanel = dynamic(
  () => import("./discussion-panel").then((it) => it.DiscussionPanel),
  { ssr: false },
);

const address = editionRoundQuery.extend({ stage: z.enum(STAGE_IDS).optional() });
const NONE: ReadonlySet<string> = new Set();

/**
 * Renders the selection: the ranking with its threshold lines, and the decisions. Until staff can read the ranking,
 * shows only the progress of the evaluations.
 */
export function Selection() {
  const t = useTranslations("staff.selection");
  const locale = useLocale();
  const { search, href } = useListAddress(address);
  const { edition, round } = search;
  const asked = {
    ...(edition && { edition: Number(edition) }),
    ...(round && { round: Number(round) }),
  };
  const query = useQuery(readOf(getSelection, { locale, query: asked }));
  const [opened, setOpened] = useState(NONE);
  const { data } = query;
  const results = data?.results;
  const stage =
    (search.stage as Stage | undefined) ?? nextStage(results?.stages, data?.round?.number);
  const own = results?.stages.find((one) => one.stage === stage);
  const rights = useRights(data);
  const [action, setAction] = useState<Opened | null>(null);
  const [writes, setWrites] = useState<StageGroup | null>(null);
  useWriteDialogWhenIdle();
  // Loads the dialogs' code when the browser is idle. If loading fails, opening a dialog tries again.
  useEffect(() => whenIdle(() => void loadDialog().catch(() => {})), []);
  const notYet = own && whyNotYet(own);
  const parts = results ? partsOf(results, stage, opened) : [];
  const selection = useSelection(
    stage,
    parts.flatMap((part) => (part.kind === "row" ? [part.row.id] : [])),
  );
  const discussion = data && (
    <DiscussionPanel
      key={`discussion ${data.round?.number}`}
      edition={data.edition}
      round={data.round?.number}
      disabledReason={rights.decide}
    />
  );
  return (
    <div className={pageStyles.page}>
      <SelectionHead selection={data}>
        {own && results && (
          <>
            <StageActions
              stage={own}
              rows={results.rows}
              disabledReason={rights.decide}
              onOpen={setAction}
            />
            <LetterActions
              stage={own}
              rows={results.rows}
              disabledReason={rights.decide}
              onWrite={setWrites}
            />
          </>
        )}
        {data && own && (
          <span className={styles.release}>
            <Button small disabledReason={notYet ?? rights.release} onClick={() => release(own)}>
              {t("release", { count: own.pending })}
            </Button>
            {!notYet && !rights.release && <span className={pageStyles.note}>{t("needsKey")}</span>}
          </span>
        )}
      </SelectionHead>
      {data?.rounds && <RoundStrip rounds={data.rounds} current={data.round?.number} href={href} />}
      <ListBody query={query} failed={t("failed")}>
        {data && !results && (
          <>
            <NotYet
              selection={data}
              disabledReason={rights.release}
              onOpen={() => setAction({ action: "early", count: 1 })}
            />
            {discussion}
          </>
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
            <ListTabs label={t("stages")}>
              {results.stages.map((one) => (
                <TabLink
                  key={one.stage}
                  component={Link}
                  href={href({ stage: one.stage, round: one.round?.toString() })}
                  current={one.stage === stage}
                >
                  {t(`stage.${one.stage}`)}{" "}
                  <span className={pageStyles.number}>
                    {t("of", { count: one.planned + one.released, places: one.places })}
                  </span>
                </TabLink>
              ))}
            </ListTabs>
            {own?.proposed && (
              <WaitingProposal
                proposed={own.proposed}
                what={t("proposed", { count: own.proposed.count, stage: t(`stage.${stage}`) })}
                disabledReason={rights.release}
                onLook={() => release(own)}
              />
            )}
            <RankingRows
              {...{ results, parts, stage, selection }}
              tieActions={
                <TieActions
                  rows={results.rows.filter(({ id }) => own?.tie?.ids.includes(id))}
                  disabledReason={rights.decide}
                  onOpen={setAction}
                />
              }
              onOpen={(ids) => setOpened(new Set([...opened, ...ids]))}
            />
            <Funnel stages={results.stages} />
            {own?.feedback && (
              <FeedbackPanel
                key={stage}
                edition={data.edition}
                stage={stage}
                disabledReason={rights.decide}
              />
            )}
            {discussion}
            <AgreementPanel
              key={`agreement ${data.round?.number}`}
              edition={data.edition}
              round={data.round?.number}
            />
            <Exports
              edition={data.edition}
              round={data.round?.number}
              rows={results.rows}
              stage={stage}
            />
            <ChosenActions
              {...{ results, stage, selection }}
              disabledReason={rights.decide}
              weighty={rights.release}
              onOpen={setAction}
            />
          </>
        )}
      </ListBody>
      {writes && (
        <LazyWriteDialog
          selection={{ query: { reached: stage, outcome: writes.outcome }, count: writes.count }}
          count={writes.count}
          onDone={() => setWrites(null)}
          onClose={() => setWrites(null)}
        />
      )}
      {action && data && (
        <SelectionDialog
          opened={action}
          edition={data.edition}
          round={data.round?.number}
          stage={stage}
          places={own?.places ?? 0}
          onDone={() => {
            selection.none();
            setAction(null);
          }}
          onClose={() => setAction(null)}
        />
      )}
    </div>
  );

  function release({ pending: count, details }: SelectionStage) {
    setAction({ action: "release", count, details });
  }

  /** Returns why the decisions of a stage cannot be released yet; undefined if they can. */
  function whyNotYet({ tie, pending }: SelectionStage): string | undefined {
    if (pending === 0) return t("nothingToRelease");
    return tie ? t("tieFirst") : undefined;
  }
}

/**
 * Returns the round's first stage whose decisions are not released. If all are released, returns the round's last
 * stage.
 */
function nextStage(stages: Results["stages"] = [], round?: number): Stage {
  const own = stages.filter((one) => RACE.includes(one.stage) && one.round === round);
  const open = own.find(({ released_at }) => !released_at) ?? own.at(-1);
  return open?.stage ?? RACE[RACE.length - 1] ?? STAGE_IDS[0];
}

/**
 * Returns why the user cannot make (`decide`) or release (`release`) decisions; undefined if the user can.
 */
function useRights(selection: { current: boolean } | undefined) {
  const t = useTranslations("staff.selection");
  const { data: user } = useQuery(meQuery(useLocale()));
  const may = (endpoint: Endpoint) => user === undefined || mayCall(endpoint, user.roles);
  const over = selection?.current === false ? t("editionOver") : undefined;
  const decide = may(selectProjects) ? over : t("readOnly");
  return { decide, release: decide ?? (may(releaseDecisions) ? undefined : t("directorOnly")) };
}
