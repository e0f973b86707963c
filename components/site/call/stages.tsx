import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { SideGroup } from "@/components/ui/page/side-group";
import { DEFAULT_PLACES } from "@/contract/edition-figures";
import { RACE } from "@/contract/evaluation/funnel";
import type { PublicRound } from "@/contract/evaluation/rounds";
import { languageOf } from "@/contract/languages";
import { GRANT } from "@/contract/programme";
import { figuresOf } from "@/contract/quoted-numbers";
import type { EditionDates } from "@/lib/browser/countdown";
import { calendarOf, type Phase } from "./calendar";
import styles from "./stages.module.css";
import { usePhaseDays, useRoundDays } from "./use-phase-days";
import { useStageMoment } from "./use-stage-moment";

/** The selection stages that are decided in each phase of an edition, in order. The application phase decides none. */
const DECIDED = {
  applications: [],
  evaluation: ["pre_selected", "semifinalist", "finalist"],
  winners: ["winner"],
} as const satisfies Record<Phase["name"], readonly string[]>;

/**
 * Lists the phases of an edition. For each phase, shows its days, how many projects advance, and what a team receives.
 */
export function Stages({ edition }: { edition: EditionDates }) {
  const { places = DEFAULT_PLACES, rounds = [] } = edition;
  const locale = languageOf(useLocale());
  const roundDays = useRoundDays(edition);
  const t = useTranslations("call.stages");
  const phases = useTranslations("call.calendar");
  const stages = useTranslations("home.funnel");
  const format = useFormatter();
  const daysOf = usePhaseDays(edition);
  const when = useStageMoment(edition);
  const amount = format.number(GRANT, {
    style: "currency",
    currency: "EUR",
    maximumFractionDigits: 0,
  });

  /** A row about a round comes before the row of the stage that the round decides. */
  const roundRow = ({ number, names, opens, closes }: PublicRound) => (
    <Stage key={number} name={names[locale]} when={roundDays(opens, closes)} gets={t("round")}>
      <span className={styles.ring} aria-hidden="true" />
    </Stage>
  );

  return (
    <section className={styles.stages} aria-labelledby="stages">
      <div className={styles.inner}>
        <h2 id="stages">{t("title")}</h2>
        <p className={styles.text}>{t("text")}</p>
        {calendarOf(edition).phases.map((phase) => (
          <SideGroup
            key={phase.name}
            heading={
              <>
                <h3>{phases(phase.name)}</h3>
                <p className={styles.days}>{daysOf(phase)}</p>
              </>
            }
          >
            <ul className={styles.list}>
              {phase.name === "applications" && (
                <Stage name={t("sent")} when={when("sent")} gets={t("sentGets")}>
                  <span className={styles.ring} aria-hidden="true" />
                </Stage>
              )}
              {DECIDED[phase.name].map((stage) => (
                <Fragment key={stage}>
                  {rounds.filter((round) => round.stage === stage).map(roundRow)}
                  <Stage
                    name={stages(stage)}
                    when={when(stage)}
                    gets={t(`${stage}Gets`, { ...figuresOf(places), amount })}
                  >
                    {format.number(places[stage])}
                  </Stage>
                </Fragment>
              ))}
              {phase.name === "evaluation" &&
                rounds.filter(({ stage }) => !RACE.includes(stage)).map(roundRow)}
            </ul>
          </SideGroup>
        ))}
      </div>
    </section>
  );
}

/** Renders a selection stage as one row: number, name, date, and prize. */
function Stage({
  name,
  when,
  gets,
  children,
}: {
  name: string;
  when: string;
  gets: string;
  children: ReactNode;
}) {
  return (
    <li className={styles.stage}>
      <span className={styles.figure}>{children}</span> <span className={styles.name}>{name}</span>{" "}
      <span>
        <strong>{when}</strong> {gets}
      </span>
    </li>
  );
}
