"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Status } from "@/components/ui/figures/status";
import { StepArc } from "@/components/ui/figures/step-arc";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { AnswerOf } from "@/contract/endpoint";
import { furthestOrder } from "@/contract/evaluation/funnel";
import { stateNameOf } from "@/contract/staff/application-states";
import type {
  ApplicationColumn,
  ApplicationRow,
  listApplications,
} from "@/contract/staff/applications";
import listRows from "../list/list-rows.module.css";
import { useOwnerName } from "../owners/owners";
import { useWhen } from "../shell/use-when";
import { TagChips } from "../tags/tag-chip";
import { TONES } from "./application-tones";
import styles from "./applications.module.css";
import { isAnswer, useColumnMessages } from "./use-column-messages";

/** Renders an application's cell in a column. On narrow screens, the cell shows the column's name too. */
export function ApplicationCell({
  row,
  list,
  column,
  className,
}: {
  row: ApplicationRow;
  list: AnswerOf<typeof listApplications>;
  column: ApplicationColumn;
  className?: string | undefined;
}) {
  const { labelOf } = useColumnMessages(list);
  const content = useContent(row, column);
  const isNamed = !["state", "signals"].includes(column);
  return (
    <td className={cx(className, content === null && styles.none)}>
      {isNamed && !className && content !== null && (
        <span className={styles.narrow}>{`${labelOf(column)}: `}</span>
      )}
      {content ?? <Nothing column={column} />}
    </td>
  );
}

function Nothing({ column }: { column: ApplicationColumn }) {
  const t = useTranslations("staff.applications");
  return (
    <>
      <span aria-hidden="true">{"–"}</span>
      <VisuallyHidden>{t(column === "signals" ? "noSignal" : "noValue")}</VisuallyHidden>
    </>
  );
}

/** Returns the content of a table cell; null if the application has no value for the column. */
function useContent(row: ApplicationRow, column: ApplicationColumn): ReactNode {
  const t = useTranslations("staff.applications");
  const outcome = useTranslations("staff.application.outcome");
  const { answerOf, wordsOf } = useColumnMessages();
  const ownerName = useOwnerName();
  const { short: instant } = useWhen();
  const filled = row.steps.reduce((all, step) => all + step.filled, 0);
  const required = row.steps.reduce((all, step) => all + step.required, 0);
  const progress = t("progress", { filled, required });
  if (isAnswer(column)) {
    const value = row.answers[column];
    return value ? answerOf(column, value) : null;
  }
  switch (column) {
    case "name":
    case "person":
    case "email":
      return row[column] || null;
    case "phone":
    case "number":
      return row[column] && <span className={styles.receipt}>{row[column]}</span>;
    case "language":
      return wordsOf(column, row.language);
    case "state":
      return <Status tone={TONES[row.state]}>{t(`value.${stateNameOf(row)}`)}</Status>;
    case "progress":
      return (
        <>
          <span className={styles.steps}>
            {row.steps.map((step, index) => (
              // A step of an application has no id, so its position is the key.
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row
              <StepArc key={index} className={styles.arc} {...step} />
            ))}
          </span>{" "}
          <span className={listRows.small}>{progress}</span>
        </>
      );
    case "saved":
      return instant(row.saved_at);
    case "sent":
      return row.sent_at && instant(row.sent_at);
    case "deadline":
      return row.extended_until ? <strong>{instant(row.extended_until)}</strong> : t("everybodys");
    case "signals":
      return row.troubles.length === 0 ? null : (
        <span className={styles.signal}>
          {row.troubles.map(({ name, count }) => t(`signal.${name}`, { count })).join(", ")}
        </span>
      );
    case "readings":
      return row.readings;
    case "reached": {
      // Shows the furthest stage that the project reached. If no stage selected the project, shows the stage that
      // excluded it.
      const order = furthestOrder();
      const decided = row.outcomes.toSorted(
        (a, b) => order.indexOf(b.stage) - order.indexOf(a.stage),
      );
      const shown = decided.find((one) => one.outcome === "selected") ?? decided[0];
      if (!shown) return null;
      const words = outcome(`${shown.outcome}.${shown.stage}`);
      return shown.released ? words : t("unreleased", { outcome: words });
    }
    case "tags":
      return row.tags.length === 0 ? null : <TagChips tags={row.tags} label={t("column.tags")} />;
    case "owner":
      return row.owner && ownerName(row.owner);
    case "earlier":
      return t(row.earlier ? "value.yes" : "value.no");
  }
}
