import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { ringColumns } from "@/components/ui/figures/ring-grid";
import { Status } from "@/components/ui/figures/status";
import { RACE } from "@/contract/evaluation/funnel";
import type { SelectionStage } from "@/contract/staff/selection";
import { useWhen } from "../shell/use-when";
import styles from "./funnel.module.css";

/**
 * Draws the places of each selection stage as rings; a stage with fewer places has bigger rings. Thick ring: a released
 * decision. Thin ring: an unreleased decision. Dashed ring: a free place. Salmon ring: a place with a tie.
 */
export function Funnel({ stages }: { stages: readonly SelectionStage[] }) {
  const t = useTranslations("staff.selection");
  const format = useFormatter();
  return (
    <ol className={styles.funnel} aria-label={t("funnel")}>
      {stages
        .filter(({ stage }) => RACE.includes(stage))
        .map((one) => (
          <li
            key={one.stage}
            className={styles.stage}
            data-stage={one.stage}
            style={
              {
                "--columns": ringColumns(one.places),
                "--root": Math.sqrt(one.places),
              } as CSSProperties
            }
          >
            <span className={styles.rings} aria-hidden="true">
              {Array.from({ length: one.places }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places have no other identity
                <span key={place} className={styles.ring} data-is={placeIs(one, place)} />
              ))}
            </span>
            <strong className={styles.count}>{format.number(one.places)}</strong>
            <span className={styles.words}>
              <strong>{t(`who.${one.stage}` as "who.winner", { count: one.places })}</strong>
              <StageState stage={one} />
            </span>
          </li>
        ))}
    </ol>
  );
}

function placeIs({ released, planned, tie }: SelectionStage, place: number) {
  if (place < released) return "released";
  if (place < released + planned) return "planned";
  return tie && place < released + planned + tie.free ? "tie" : "free";
}

/** Shows the state of a selection stage as text. */
export function StageState({ stage }: { stage: SelectionStage }) {
  const t = useTranslations("staff.selection.state");
  const when = useWhen();
  const { planned, released, released_at, tie } = stage;
  if (tie && planned > 0) return <Status tone="wrong">{t("plannedTie", { planned })}</Status>;
  if (tie) return <Status tone="wrong">{t("tie")}</Status>;
  if (planned > 0) return <Status tone="here">{t("planned", { planned })}</Status>;
  if (released_at) {
    return <Status tone="done">{t("released", { released, day: when.day(released_at) })}</Status>;
  }
  return <Status tone="off">{t("open")}</Status>;
}
