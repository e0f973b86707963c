"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { TextArea } from "@/components/forms/fields/text-area";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import { Ring } from "@/components/ui/figures/ring";
import { Status } from "@/components/ui/figures/status";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { CRITERIA, missingCriteria } from "@/contract/evaluation/weights";
import { TEXT_MAX } from "@/contract/fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { isWritable, SCORES } from "../evaluation-state";
import { ScoreBounces } from "../score-bounces";
import { ReadOnlyNotice } from "./read-only-notice";
import { Recusal } from "./recusal";
import { ResubmittedNotice } from "./resubmission";
import { Rubric } from "./rubric";
import { SaveState } from "./save-state";
import styles from "./score-form.module.css";
import { ScoreScale } from "./score-scale";
import type { LeavingForm } from "./use-leaving-form";
import { useRoomBelow } from "./use-room-below";
import type { useScoreForm } from "./use-score-form";
import type { ScoreVotes } from "./use-score-votes";
import { VoteLine } from "./vote-line";

/**
 * Renders the right half of the evaluation workspace: total, five scales, and private note. Save state and buttons are
 * at the bottom.
 */
export function ScoreForm({
  project,
  sheet,
  votes,
  keys,
  leaving,
  onNext,
  children,
}: {
  project: ProjectForEvaluation;
  sheet: ReturnType<typeof useScoreForm>;
  votes: ScoreVotes;
  /** Whether keyboard shortcuts give scores. */
  keys: boolean;
  /** Whether the evaluator is leaving the project. If so, the form is locked and says so. */
  leaving: Pick<LeavingForm, "going" | "isLeft" | "accepts">;
  /** Opens the next project; null if no project is left. */
  onNext: (() => void) | null;
  /** The form for feedback to the applicant, below the private note. */
  children?: ReactNode;
}) {
  const t = useTranslations("evaluation.sheet");
  const format = useFormatter();
  const column = useRef<HTMLElement>(null);
  useRoomBelow(column);
  const isGoing = leaving.going !== null;
  const wasGoing = useRef(false);
  // If leaving the project failed, focus the form: the button lost the focus when it was disabled.
  useEffect(() => {
    const isBack = wasGoing.current && !isGoing && document.activeElement === document.body;
    if (isBack) column.current?.focus({ preventScroll: true });
    wasGoing.current = isGoing;
  }, [isGoing]);
  const recused = (project.evaluation?.recusal ?? null) !== null;
  const readOnly = !isWritable(project);
  const missing = missingCriteria(sheet.scores).length;

  return (
    <section
      ref={column}
      id={SCORES}
      data-flood=""
      data-section="network"
      aria-label={t("label")}
      tabIndex={-1}
      onClickCapture={(event: MouseEvent) => {
        if (leaving.accepts(event.nativeEvent)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className={styles.sheet}>
        <p className={styles.project}>{project.project.nome}</p>
        <div className={styles.body} inert={isGoing}>
          {project.closed && (
            <p className={styles.notice}>
              <ReadOnlyNotice project={project} />
            </p>
          )}
          {project.sent_again && !project.closed && (
            <ResubmittedNotice project={project} onLetStand={sheet.letStand} />
          )}
          {sheet.conflict && <EditConflict sheet={sheet} />}
          <div className={styles.head}>
            <p className={styles.total}>
              {/* The scores of a recused evaluator stay stored but do not count, so hide the total. */}
              {!recused && (
                <output className={styles.figure}>
                  {sheet.total === null ? (
                    <Ring hoop />
                  ) : (
                    format.number(sheet.total, { minimumFractionDigits: 1 })
                  )}
                </output>
              )}
              <span className={styles.caption}>
                {recused && t("recused")}
                {!recused &&
                  (missing === 0 ? t("total", FIGURES) : t("missing", { count: missing }))}
              </span>
            </p>
            {!recused && (
              <div className={styles.side}>
                {!readOnly && <VoteLine votes={votes} keys={keys} />}
                <div className={styles.bounces}>
                  <ScoreBounces scores={sheet.scores} />
                </div>
              </div>
            )}
          </div>
          {CRITERIA.map(({ id, weight }) => (
            <ScoreScale
              key={id}
              criterion={id}
              weight={weight}
              score={sheet.scores[id]}
              disabled={readOnly}
              lit={keys && votes.lit === id}
              keys={keys && !readOnly}
              onLight={(lit) => votes.light(lit ? id : null)}
              onScore={(score) => votes.vote(id, score)}
            />
          ))}
          <div className={styles.note}>
            <TextArea
              name="note"
              label={t("note")}
              optional="unmarked"
              limit={TEXT_MAX}
              rows={3}
              maxLength={TEXT_MAX}
              value={sheet.note}
              readOnly={project.closed}
              onChange={(event) => sheet.writeNote(event.target.value)}
            />
          </div>
          {children}
        </div>
        <div className={styles.foot}>
          <div className={styles.state} role="status">
            {leaving.going !== null && (
              <Status tone="flight">{t(`leaving.${leaving.going}`)}</Status>
            )}
            {!isGoing && !project.closed && (
              <SaveState
                state={sheet.state}
                round={project.round}
                onRetry={() => void sheet.flush()}
              />
            )}
          </div>
          <div className={styles.acts} inert={isGoing}>
            {!project.closed && <Recusal project={project} isLeft={leaving.isLeft} />}
            <Rubric />
          </div>
          {onNext && (
            <Button leads onClick={onNext} busy={isGoing} busyLabel={t("going")}>
              {t("next")}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function EditConflict({ sheet }: { sheet: ReturnType<typeof useScoreForm> }) {
  const t = useTranslations("evaluation.conflict");
  return (
    <div className={styles.conflict}>
      <Banner title={t("title")} role="alert">
        <p>{t("text")}</p>
      </Banner>
      <div className={styles.choices}>
        <Button small onClick={sheet.keepMine}>
          {t("keepMine")}
        </Button>
        <Button small variant="secondary" onClick={sheet.takeTheirs}>
          {t("takeTheirs")}
        </Button>
      </div>
    </div>
  );
}
