import { useFormatter, useTranslations } from "next-intl";
import { leapPath } from "@/components/ui/figures/leap";
import { Ring } from "@/components/ui/figures/ring";
import { MOROCCO_GRANT } from "@/contract/programme";
import styles from "./two-leaps.module.css";

/** Positions of the three countries on the line, in drawing units. Both arcs start from Italy. */
const WIDTH = 1000;
const HEIGHT = 100;
const PLACES = { morocco: 127, italy: 565, turkey: 915 } as const;

const LEAPS = [
  { to: PLACES.morocco, apex: 88 },
  { to: PLACES.turkey, apex: 97 },
];

/**
 * Draws two arcs from one line: from Italy to Morocco and to Turkey. The list below the drawing gives the same
 * information.
 */
export function TwoLeaps() {
  const t = useTranslations("international.map");
  const format = useFormatter();
  const amount = format.number(MOROCCO_GRANT, {
    style: "currency",
    currency: "EUR",
    maximumFractionDigits: 0,
  });
  return (
    <div>
      <div className={styles.figure} aria-hidden="true">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          width={WIDTH}
          height={HEIGHT}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {LEAPS.map(({ to, apex }) => (
            <path
              key={to}
              className={styles.leap}
              d={leapPath({ x: PLACES.italy, y: HEIGHT }, { x: to, y: HEIGHT }, apex)}
            />
          ))}
        </svg>
        {(["morocco", "italy", "turkey"] as const).map((place) => (
          <span key={place} className={styles.place} data-place={place}>
            <Ring className={styles.ring} />
          </span>
        ))}
      </div>
      <ul className={styles.names}>
        {(["morocco", "italy", "turkey"] as const).map((place) => (
          <li key={place} className={styles.name}>
            <strong className={styles.word}>{t(`${place}.name`)}</strong>
            <span>{t(`${place}.note`, { amount })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
