"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "@/components/ui/buttons/button";
import { getReading, type Reading } from "@/contract/staff/matrix";
import { readOf } from "@/lib/api/query";
import { whenIdle } from "@/lib/browser/when-idle";
import { dated } from "@/lib/i18n/is-elided";
import { useWhen } from "../../shell/use-when";
import type { Pair } from "./cells-of";
import type { ReadingAction } from "./reading-dialog";
import { ReadingMark } from "./reading-mark";
import styles from "./reading-strip.module.css";
import { useCellWords } from "./use-cell-words";

const load = () => import("./reading-dialog").then((module) => module.ReadingDialog);
/** Loads the action dialog when the browser is idle. */
const ReadingDialog = dynamic(load, { ssr: false });

/**
 * Shows one reading: its state, why the evaluator has it or not, and what staff can do. Each action's dialog shows the
 * action's effect before the action runs.
 */
export function ReadingStrip({
  pair,
  query: asked,
  round,
  action,
  onAction,
  onClose,
  disabledReason,
}: {
  pair: Pair;
  /** Names what the matrix shows: a round, or a proposed plan for the round. */
  query: { round?: number; proposal?: string };
  /** Request parameter that names the round that the page shows. */
  round: { round?: number };
  action: ReadingAction | null;
  onAction: (action: ReadingAction | null) => void;
  onClose: () => void;
  disabledReason: string | undefined;
}) {
  const t = useTranslations("staff.assignment.matrix.strip");
  const locale = useLocale();
  const query = useQuery(readOf(getReading, { locale, params: pair, query: asked }));
  const { data } = query;
  useEffect(() => whenIdle(() => void load()), []);
  return (
    <section
      className={styles.strip}
      aria-label={t("label")}
      data-theme="light"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      {query.isError && <p role="alert">{t("failed")}</p>}
      {!data && !query.isError && <p role="status">{t("loading")}</p>}
      {data && <Facts reading={data} />}
      {data && (
        <div className={styles.actions}>
          {disabledReason === undefined ? (
            <Actions reading={data} onAction={onAction} />
          ) : (
            <p className={styles.small}>{disabledReason}</p>
          )}
          <Button small variant="secondary" onClick={onClose}>
            {t("close")}
          </Button>
        </div>
      )}
      {data && action && (
        <ReadingDialog
          action={action}
          reading={data}
          round={round}
          onClose={() => onAction(null)}
        />
      )}
    </section>
  );
}

function Facts({ reading }: { reading: Reading }) {
  const t = useTranslations("staff.assignment.matrix.strip");
  const words = useTranslations("staff.assignment.matrix");
  const options = useTranslations("options");
  const format = useFormatter();
  const locale = useLocale();
  const say = useCellWords();
  const when = useWhen();
  const { evaluator, project, fixed, wanted, why, why_not: whyNot } = reading;
  const cell = { ...reading, fixed: fixed?.kind ?? null };
  const match = (named: readonly string[], value: string) =>
    named.length === 0 ? "any" : named.includes(value) ? "own" : "other";
  const facts = [
    [
      t("sector"),
      t(match(evaluator.sectors, project.sector), {
        name: options(project.sector as "industry-other"),
      }),
    ],
    [
      t("language"),
      t(match(evaluator.languages, project.language), {
        name:
          new Intl.DisplayNames(locale, { type: "language" }).of(project.language) ??
          project.language,
      }),
    ],
    [t("conflicts"), reading.conflict ? words(`conflict.${reading.conflict}`) : t("none")],
    [
      t("load"),
      t("loadOf", {
        given: evaluator.given,
        capacity: evaluator.capacity === null ? "none" : String(evaluator.capacity),
      }),
    ],
    ...(wanted === null ? [] : [[t("project"), t("readingsOf", { given: project.given, wanted })]]),
    ...(why.length > 0 ? [[t("why"), format.list(why.map((one) => words(`because.${one}`)))]] : []),
    ...(whyNot.length > 0
      ? [[t("whyNot"), format.list(whyNot.map((one) => words(`obstacle.${one}`)))]]
      : []),
  ];
  return (
    <>
      <div>
        <h3 className={styles.title}>{`${evaluator.name}, ${project.name}`}</h3>
        <p className={styles.state}>
          <ReadingMark {...cell} /> <strong>{say(cell)}</strong>
        </p>
        {fixed && (
          <p className={styles.small}>
            {t(fixed.kind === "given" ? "fixedBy" : "barredBy", {
              by: fixed.by ?? "none",
              ...dated("day", when.day(fixed.at)),
            })}
            {fixed.reason && `: ${t("quoted", { reason: fixed.reason })}`}
          </p>
        )}
      </div>
      <dl className={styles.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/**
 * Renders the buttons of the actions that the state of the reading allows. If another rule blocks an action, the
 * action's dialog says so.
 */
function Actions({
  reading: { state, fixed },
  onAction,
}: {
  reading: Reading;
  onAction: (action: ReadingAction) => void;
}) {
  const t = useTranslations("staff.assignment.matrix.strip");
  const isRead = state !== "none" && state !== "recused";
  const actions: ReadingAction[] = [
    ...(fixed ? (["free"] as const) : isRead ? (["fix"] as const) : []),
    ...(isRead ? (["swap", "take"] as const) : (["give"] as const)),
  ];
  return actions.map((one, index) => (
    <Button
      key={one}
      small
      variant={index === actions.length - 1 ? "primary" : "secondary"}
      onClick={() => onAction(one)}
    >
      {t(one)}
    </Button>
  ));
}
