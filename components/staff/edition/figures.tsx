"use client";

import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { REMINDED } from "@/contract/edition-figures";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { CRITERIA } from "@/contract/evaluation/weights";
import type { StaffEdition } from "@/contract/staff/editions";
import { whenIdle } from "@/lib/browser/when-idle";
import styles from "./edition.module.css";
import { useHoursBefore } from "./use-hours-before";

// The dialog that changes the settings loads after the page, because its fields and preview are a large part of the
// page's code.
const loadDialog = () => import("./figures-dialog").then((it) => it.FiguresDialog);
const FiguresDialog = dynamic(loadDialog, { ssr: false });

/** Shows the settings of an edition, which a director can change, and the fixed rules of the programme. */
export function Figures({
  edition,
  disabledReason,
}: {
  edition: StaffEdition;
  disabledReason: string | undefined;
}) {
  const t = useTranslations("staff.dates.figures");
  const stages = useTranslations("staff.selection.stage");
  const criteria = useTranslations("criteria");
  const format = useFormatter();
  const before = useHoursBefore();
  const [isOpen, setIsOpen] = useState(false);
  // Loads the dialog's code when the browser is idle. If loading fails, opening the dialog tries again.
  useEffect(() => whenIdle(() => void loadDialog().catch(() => {})), []);
  const { figures } = edition;
  const of = { rounds: figures.rounds ? "several" : "one" };
  const { places, readings, readings_planned: planned, reminders } = figures;
  return (
    <section className={styles.figures} aria-labelledby="figures">
      <h2 id="figures" className={styles.heading}>
        {t("title")}
      </h2>
      <dl className={styles.figureList}>
        {STAGE_IDS.map((stage) => (
          <div key={stage}>
            <dt>{t("places", { stage: stages(stage) })}</dt>
            <dd>{format.number(places[stage])}</dd>
          </div>
        ))}
        <div>
          <dt>{t("readings")}</dt>
          <dd>
            {format.number(readings)}
            {planned !== null && planned !== readings && (
              <span className={styles.small}>{t("planned", { count: planned })}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t("grace")}</dt>
          <dd>
            {t("minutes", { count: figures.grace_minutes })}
            {!figures.grace_own && <span className={styles.small}>{t("ofSite")}</span>}
          </dd>
        </div>
        {REMINDED.map((to) => (
          <div key={to}>
            <dt>{t(`reminders.${to}`)}</dt>
            <dd>
              {reminders[to].length === 0
                ? t("noReminder")
                : format.list(reminders[to].map((hours) => before(hours)))}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t("feedback", of)}</dt>
          <dd>
            {t(figures.feedback ? "feedbackOn" : "feedbackOff")}
            {figures.feedback && figures.feedback_band && (
              <span className={styles.small}>{t("withBand")}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t("discussion", of)}</dt>
          <dd>{t(figures.discussion ? "discussionOn" : "discussionOff")}</dd>
        </div>
      </dl>
      {figures.frozen && <p className={styles.quiet}>{t("frozen")}</p>}
      <div>
        <Button
          small
          variant="secondary"
          disabledReason={disabledReason}
          onClick={() => setIsOpen(true)}
        >
          {t("change")}
        </Button>
      </div>
      <p className={styles.quiet}>
        {t("criteria", {
          criteria: CRITERIA.map(({ id, weight }) => `${criteria(`${id}.name`)} ${weight}%`).join(
            ", ",
          ),
        })}
      </p>
      {isOpen && <FiguresDialog edition={edition} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
