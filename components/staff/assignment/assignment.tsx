"use client";

import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { editionRoundQuery } from "@/contract/evaluation/evaluation-schemas";
import { type AssignmentAnswer, endAssignment, getAssignment } from "@/contract/staff/assignment";
import { readOf } from "@/lib/api/query";
import { whenIdle } from "@/lib/browser/when-idle";
import { dated } from "@/lib/i18n/is-elided";
import { useDisabledReason } from "../applications/application-actions";
import { JuryTabs } from "../evaluators/jury-tabs";
import { searchOf, searchText } from "../list/list-address";
import { ListBody } from "../list/list-body";
import pageStyles from "../list/list-page.module.css";
import { RoundStrip } from "../rounds/round-strip";
import { roundOf, useRoundTitle } from "../rounds/use-round-title";
import { useRefreshedQuery } from "../shell/use-refreshed-query";
import { useWhen } from "../shell/use-when";
import styles from "./assignment.module.css";
import { MatrixSection } from "./matrix/matrix";
import { PlanFigure } from "./plan-figure";
import { isUnderWay, ProposalPart } from "./proposal-part";
import { ProposeForm } from "./propose-form";

/** The dialogs of actions load when the browser is idle. */
const loadApply = () => import("./apply-dialog").then((module) => module.ApplyDialog);
const loadAction = () => import("../actions/action-dialog").then((module) => module.ActionDialog);
const ApplyDialog = dynamic(loadApply, { ssr: false });
const ActionDialog = dynamic(loadAction, { ssr: false });

/** Milliseconds between refetches of the assignment: SOON while the server calculates a proposal, else REFRESH. */
const SOON = 1_500;
const REFRESH = 30_000;

/**
 * Returns the id of a proposed plan that would change readings, otherwise undefined. An applied proposal has no changes
 * left.
 */
const changing = (proposal: AssignmentAnswer["proposal"]) =>
  proposal?.changes && proposal.changes.added + proposal.changes.removed > 0
    ? proposal.id
    : undefined;

/**
 * Renders the page that assigns projects to evaluators: the current plan, a proposal, and the changes that the proposal
 * would make.
 */
export function Assignment() {
  const t = useTranslations("staff.assignment");
  const evaluators = useTranslations("staff.evaluators");
  const locale = useLocale();
  const search = searchOf(editionRoundQuery, useSearchParams());
  const query = useRefreshedQuery({
    ...readOf(getAssignment, { locale, query: search as never }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.proposal) ? SOON : REFRESH),
  });
  const { data } = query;
  const title = useRoundTitle(t("title"), data);
  const round = roundOf(data);
  const [action, setAction] = useState<"apply" | "end" | null>(null);
  const other = useDisabledReason(data?.current);
  const lists = useTranslations("staff.list");
  const disabledReason = other ?? (data?.round?.final ? lists("roundFinal") : undefined);
  const close = () => setAction(null);
  useEffect(() => whenIdle(() => void Promise.all([loadApply(), loadAction()])), []);

  return (
    <div className={pageStyles.page}>
      <div className={pageStyles.head}>
        <h1 className={pageStyles.title}>{title}</h1>
        {data && <Sum answer={data} />}
      </div>
      <JuryTabs />
      {data?.rounds && (
        <RoundStrip
          rounds={data.rounds}
          current={data.round?.number}
          href={(change) => searchText(search, change)}
        />
      )}
      {query.isRefetchError && <output className={pageStyles.note}>{evaluators("stale")}</output>}
      <ListBody
        query={query}
        failed={t("failed")}
        empty={
          data !== undefined &&
          (data.projects === 0 || data.evaluators === 0) && {
            title: t("nothing"),
            text: t("nothingText"),
          }
        }
      >
        {data && (
          <div className={styles.parts}>
            <MatrixSection
              key={data.round?.number}
              proposal={changing(data.proposal)}
              disabledReason={disabledReason}
            />
            {data.plan && (
              <section className={styles.part} aria-labelledby="plan">
                <h2 id="plan" className={styles.heading}>
                  {t("plan")}
                </h2>
                <PlanFigure shape={data.plan.shape} />
                <div>
                  <Button
                    small
                    variant="secondary"
                    disabledReason={disabledReason}
                    onClick={() => setAction("end")}
                  >
                    {t("end")}
                  </Button>
                </div>
              </section>
            )}
            <section className={styles.part} aria-labelledby="propose">
              <h2 id="propose" className={styles.heading}>
                {t(data.plan ? "again" : "propose")}
              </h2>
              <p>{t(data.plan ? "againText" : "proposeText")}</p>
              <ProposeForm
                key={data.round?.number}
                round={round}
                wanted={data.plan?.readings ?? data.wanted}
                busy={isUnderWay(data.proposal)}
                disabledReason={disabledReason}
                onAsked={() => query.refetch()}
              />
            </section>
            {data.proposal && (
              <ProposalPart
                proposal={data.proposal}
                pairsHref={`${searchText(search, { proposal: data.proposal.id })}#who-reads`}
                disabledReason={disabledReason}
                onApply={() => setAction("apply")}
              />
            )}
          </div>
        )}
      </ListBody>
      {action === "apply" && data?.proposal?.changes && (
        <ApplyDialog
          proposal={data.proposal}
          round={round}
          evaluators={data.evaluators}
          onClose={close}
        />
      )}
      {action === "end" && data?.plan && (
        <ActionDialog
          endpoint={endAssignment}
          input={round}
          count={data.plan.shape.readings}
          toWhom={<p>{t("evaluators", { count: data.evaluators })}</p>}
          onDone={close}
          onClose={close}
        />
      )}
    </div>
  );
}

function Sum({ answer: { plan, projects, evaluators } }: { answer: AssignmentAnswer }) {
  const t = useTranslations("staff.assignment");
  const when = useWhen();
  return (
    <p className={pageStyles.sum}>
      <strong>{plan ? t("on", { count: plan.readings }) : t("off")}</strong>
      <span>
        {t("sum", { projects, evaluators })}
        {plan && ` ${t("since", dated("moment", when.moment(plan.since)))}`}
      </span>
    </p>
  );
}
