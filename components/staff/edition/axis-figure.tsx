import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import markStyles from "@/components/ui/figures/mark.module.css";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { StaffEdition } from "@/contract/staff/editions";
import type { Phase } from "../today/phase-line";
import { Leaps, Months } from "../today/time-axis";
import { axisOf, type Proposed } from "./axis";
import styles from "./axis.module.css";
import { useDateMessages } from "./use-date-messages";

/**
 * Reports whether a phase's name fits below the top of the phase's arc and within the shown time range.
 */
const hasRoom = ({ from, to }: Phase) => from + to > 0.2 && from + to < 1.8 && to - from > 0.15;
const at = (x: number, y = 0) => ({ "--x": x, "--y": y }) as CSSProperties;

/**
 * Draws an edition's phases and dates on a time axis, on which each day has the same width: the past solid, the future
 * dashed. Reminders and extensions have separate rows below the axis. An arc leads from a date to its proposed new day.
 *
 * @param coming the times of the reminders if staff move the date as proposed
 */
export function AxisFigure({
  edition,
  proposed,
  coming,
}: {
  edition: StaffEdition;
  proposed: Proposed | null;
  coming: readonly string[];
}) {
  const t = useTranslations("staff.dates");
  const phase = useTranslations("staff.today.phase");
  const words = useDateMessages(edition);
  const {
    place,
    now,
    points,
    proposed: landing,
    phases,
    months,
  } = axisOf(edition.dates, edition.at, proposed);
  const lines = Math.max(0, landing?.line ?? 0, ...points.map(({ line }) => line)) + 1;
  const isMoot = (end: string) => proposed?.which === "closes" && end <= proposed.at;
  const moot = edition.extensions.filter(({ at: end }) => isMoot(end));
  const inSight = (instant: string) => place(instant) >= 0 && place(instant) <= 1;

  return (
    <figure className={styles.figure}>
      <div aria-hidden="true">
        <Leaps phases={phases} className={styles.drawing}>
          {phases.filter(hasRoom).map(({ name, from, to, apex }) => (
            <span key={name} className={styles.phase} style={at((from + to) / 2, apex)}>
              {phase(name)}
            </span>
          ))}
          {now !== null && (
            <span className={styles.today} style={at(now)}>
              {t("today")}
            </span>
          )}
          {points.map(({ which, x }) => (
            <span
              key={which}
              className={styles.hoop}
              style={at(x)}
              data-old={which === landing?.which || undefined}
            />
          ))}
          {landing && (
            <span key={landing.at}>
              {landing.hops.map(({ x, y }, index) => (
                <span
                  key={x}
                  className={styles.hop}
                  style={{ ...at(x, y), "--index": index } as CSSProperties}
                />
              ))}
              <span className={styles.ring} style={at(landing.x)} />
            </span>
          )}
        </Leaps>
        <div className={styles.labels} style={{ "--lines": lines } as CSSProperties}>
          {[...points, ...(landing ? [{ ...landing, isNew: true }] : [])].map((one) => (
            <span
              key={`${one.which}${"isNew" in one}`}
              style={{ ...at(one.x), "--line": one.line } as CSSProperties}
              data-new={"isNew" in one || undefined}
              data-moves={one.which === landing?.which || undefined}
            >
              {words.shortDay(one.which, one.at)}
            </span>
          ))}
        </div>
        <div className={styles.ground}>
          <span className={styles.groundName}>{t("reminders")}</span>
          {edition.reminders
            .filter((one) => inSight(one.at))
            .map((one) => (
              <span key={one.at} className={styles.small} style={at(place(one.at))} />
            ))}
          {coming.filter(inSight).map((one) => (
            <span key={`new ${one}`} className={styles.small} style={at(place(one))} data-new />
          ))}
        </div>
        <div className={styles.ground}>
          <span className={styles.groundName}>{t("extensions")}</span>
          {edition.extensions
            .filter((one) => inSight(one.at))
            .map((one) => (
              <span
                key={one.at}
                className={styles.small}
                style={at(place(one.at))}
                data-moot={isMoot(one.at) || undefined}
              />
            ))}
          {moot.length > 0 && moot[0] && (
            <span className={styles.note} style={at(place(moot.at(-1)?.at ?? moot[0].at))}>
              {t("noUse")}
            </span>
          )}
        </div>
        <Months months={months} nameOf={words.month} />
      </div>
      <figcaption className={styles.legend}>
        <span>
          <span className={styles.hoopMark} aria-hidden="true" /> {t("whereItIs")}
        </span>
        {landing && (
          <span className={styles.new}>
            <span className={markStyles.mark} aria-hidden="true" /> {t("whereItWouldBe")}
          </span>
        )}
        <span className={styles.true}>{t("trueToTime")}</span>
        <VisuallyHidden as="ul">
          {edition.reminders.map((one) => (
            <li key={one.at}>{t("reminder", { at: words.moment(one.at), count: one.mails })}</li>
          ))}
          {edition.extensions.map((one) => (
            <li key={one.at}>{t("extension", { at: words.deadline(one.at), count: one.count })}</li>
          ))}
        </VisuallyHidden>
      </figcaption>
    </figure>
  );
}
