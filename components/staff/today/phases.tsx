import { useLocale } from "next-intl";
import type { CSSProperties } from "react";
import type { Language } from "@/contract/languages";
import type { Today } from "@/contract/staff/today";
import { dated } from "@/lib/i18n/is-elided";
import { heightAt, type Phase, phaseKey, phasesOf } from "./phase-line";
import styles from "./phases.module.css";
import rows from "./rows.module.css";
import { Leaps, Months } from "./time-axis";
import { useTodayMessages } from "./use-today-messages";

/** Draws the phases of an edition: arcs as wide as their duration, the past solid, and a ring on each current phase. */
export function Phases({
  today,
  edition,
}: {
  today: Today;
  edition: NonNullable<Today["edition"]>;
}) {
  const { t, date, day, span, closing, now } = useTodayMessages(today);
  const locale = useLocale() as Language;
  const { phases, months } = phasesOf(edition, new Date(today.at), { rounds: today.rounds });
  // If the evaluation has no opening date, evaluators can score as soon as the first application is sent (rule
  // evaluation.open-from).
  const startsBySending = edition.evaluationOpensAt === null;
  const opensBySending = ({ name, round }: Phase) =>
    name === "evaluation" && startsBySending && (round?.number ?? 1) === 1;
  const hasSent = today.applications.sent > 0;
  const starts = phases.map(({ from }) => from);
  // With more than three phases, the texts do not fit below their arcs, so the texts are in a separate grid.
  const columns =
    phases.length > 3
      ? "repeat(auto-fit, minmax(12rem, 1fr))"
      : phases
          .map(({ from }, index) => `minmax(max-content, ${(starts[index + 1] ?? 1) - from}fr)`)
          .join(" ");

  function datesOf(phase: Phase): string {
    const { name, startsAt, endsAt } = phase;
    const end = closing(endsAt);
    if (name === "winners") return day(endsAt);
    if (opensBySending(phase)) return t("until", { ...dated("day", end.day), time: end.time });
    return t("dates", { from: day(startsAt), to: end.day, time: end.time });
  }

  function stateOf(phase: Phase): string {
    const { name, round, startsAt, endsAt, done } = phase;
    if (name === "winners") {
      return done === 1 ? t("announced") : t("future", { span: span(now, endsAt.getTime()) });
    }
    if (round?.obstacles) return t("blocked");
    if (done === 1) return t("over");
    if (opensBySending(phase) && !hasSent) return t("opensBySending");
    if (name === "evaluation" && (done > 0 || opensBySending(phase))) {
      // The server's number of evaluators is that of one round. A phase of another round shows the time left instead.
      return round && round.number !== today.round?.number
        ? t("running", { span: span(now, endsAt.getTime()) })
        : t("reading", { count: today.evaluators });
    }
    if (done === 0) return t("future", { span: span(now, startsAt.getTime()) });
    return t("open", { span: span(now, endsAt.getTime()) });
  }

  function roundSentence({ names, closes, final }: NonNullable<Today["round"]>): string {
    const round = names[locale];
    const isOver = final || (closes !== null && Date.parse(closes) <= now);
    if (isOver) return t("round.over", { round });
    const end = closes && closing(new Date(closes));
    return t("round.running", {
      ...{ round, count: today.evaluators },
      until: end ? t("until", { ...dated("day", end.day), time: end.time }) : "none",
    });
  }

  return (
    <section className={rows.section} aria-labelledby="where">
      <h2 id="where" className={rows.title}>
        {t("where")}
      </h2>
      <div className={styles.figure} aria-hidden="true">
        <Leaps phases={phases} className={styles.drawing}>
          {phases
            .filter(({ done }) => done > 0 && done < 1)
            .map((phase) => (
              <span key={phaseKey(phase)} className={styles.ring} style={placeOf(phase)} />
            ))}
        </Leaps>
        <Months months={months} nameOf={(month) => date(month, { month: "short" })} />
      </div>
      <ol className={styles.phases} style={{ "--columns": columns } as CSSProperties}>
        {phases.map((phase) => (
          <li key={phaseKey(phase)}>
            <h3 className={styles.name}>
              {phase.round ? phase.round.names[locale] : t(`phase.${phase.name}`)}
            </h3>
            <p>{datesOf(phase)}</p>
            <p data-now={phase.done > 0 && phase.done < 1 && phase.name !== "winners"}>
              {stateOf(phase)}
            </p>
          </li>
        ))}
      </ol>
      {today.round && <p className={styles.round}>{roundSentence(today.round)}</p>}
    </section>
  );
}

function placeOf(phase: Phase): CSSProperties {
  const { from, to, done } = phase;
  return { "--x": from + (to - from) * done, "--y": heightAt(phase, done) } as CSSProperties;
}
