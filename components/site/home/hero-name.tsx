"use client";

import type { CSSProperties } from "react";
import { cx } from "@/components/ui/cx";
import { RiseFigure } from "@/components/ui/figures/rise-figure";
import type { EditionDates } from "@/lib/browser/countdown";
import { Letters } from "../frame/letters";
import type { EditionWords } from "../use-edition-messages";
import { Count } from "./count";
import styles from "./hero.module.css";
import { HERO_DRAWINGS, type HeroDrawing } from "./hero-drawings";
import { Leap } from "./leap";

/**
 * Draws the programme's name, once for each layout of the hero. A client component, so that the flight data does not
 * contain the drawings.
 */
export function HeroName({ edition, dates }: { edition: EditionDates; dates: EditionWords }) {
  return HERO_DRAWINGS.map((drawing) => (
    <div key={drawing.name} className={cx(styles.drawing, styles[drawing.name])}>
      <Leap className={styles.figure} style={placesIn(drawing)}>
        <Drawing drawing={drawing} />
        <div className={styles.hole}>
          <Count edition={edition} dates={dates} />
        </div>
      </Leap>
    </div>
  ));
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

function Drawing({ drawing: { width, height, scale, moments } }: { drawing: HeroDrawing }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      focusable="false"
    >
      <Letters transform={`translate(0 ${height}) scale(${scale})`} />
      <RiseFigure moments={moments} ringClass={styles.ring} />
    </svg>
  );
}
