import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { GoLink } from "@/components/ui/buttons/go-link";
import { cx } from "@/components/ui/cx";
import { RiseFigure } from "@/components/ui/figures/rise-figure";
import { LETTERS_PATH } from "@/contract/brand";
import type { EditionDates } from "@/lib/browser/countdown";
import { PageLink } from "@/lib/i18n/page-link";
import { CallAction } from "../call/call-action";
import { LocalTime } from "../call/local-time";
import { useEditionMessages } from "../use-edition-messages";
import { CallNote } from "./call-note";
import { Count } from "./count";
import styles from "./hero.module.css";
import { HERO_DRAWINGS, type HeroDrawing } from "./hero-drawings";
import { Leap } from "./leap";

/** Id of the letters' outline, which the page contains once for all drawings. */
const LETTERS = "hero-letters";

/**
 * Renders the home page's hero: the title, the main links, and the programme's name. The name's raised "o" contains the
 * number of remaining days.
 */
export function Hero({ edition }: { edition: EditionDates }) {
  const t = useTranslations("home");
  const dates = useEditionMessages(edition);
  return (
    <section className={styles.hero} data-flood data-section="call">
      <div className={styles.words}>
        <h1 className={styles.title}>{t.rich("titleLines", { br: () => <br /> })}</h1>
        <p className={styles.lead}>{t("lead")}</p>
        <div className={styles.actions}>
          <ClientMessages forms={false} namespaces={["countdown"]}>
            <CallAction edition={edition} />
          </ClientMessages>
          <GoLink component={PageLink} href="/call-for-ideas" prefetch={false}>
            {t("readCall")}
          </GoLink>
        </div>
      </div>
      <ClientMessages forms={false} namespaces={["countdown"]}>
        <div className={styles.note}>
          <CallNote
            edition={edition}
            dates={dates}
            localTime={<LocalTime closesAt={edition.closesAt} />}
          />
        </div>
        {HERO_DRAWINGS.map((drawing) => (
          <div key={drawing.name} className={cx(styles.drawing, styles[drawing.name])}>
            <Leap className={styles.figure} style={placesIn(drawing)}>
              <Drawing drawing={drawing} />
              <div className={styles.hole}>
                <Count edition={edition} dates={dates} />
              </div>
            </Leap>
          </div>
        ))}
      </ClientMessages>
    </section>
  );
}

/**
 * Returns CSS variables about the ring that rises from the programme's name: the offset of its first position from its
 * final position, in drawing units, and the final centre and diameter of its hole, in percent of the drawing's size.
 */
function placesIn({ width, height, moments }: HeroDrawing): CSSProperties {
  const [seat, ring] = [moments[0], moments.at(-1)];
  if (!seat || !ring) return {};
  return {
    "--from-x": `${seat.x - ring.x}px`,
    "--from-y": `${seat.y - ring.y}px`,
    "--hole-x": `${(100 * ring.x) / width}%`,
    "--hole-y": `${(100 * ring.y) / height}%`,
    "--hole": `${(50 * ring.d) / width}%`,
  } as CSSProperties;
}

function Drawing({ drawing }: { drawing: HeroDrawing }) {
  const { width, height, scale, moments } = drawing;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      focusable="false"
    >
      {drawing === HERO_DRAWINGS[0] && (
        <defs>
          <path id={LETTERS} d={LETTERS_PATH} />
        </defs>
      )}
      <use
        href={`#${LETTERS}`}
        fill="currentColor"
        transform={`translate(0 ${height}) scale(${scale})`}
      />
      <RiseFigure moments={moments} ringClass={styles.ring} />
    </svg>
  );
}
