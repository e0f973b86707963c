import styles from "./cover.module.css";
import type { Palette } from "./cover-palette";
import { Block, In } from "./cover-shapes";
import { LETTERS } from "./letters";

const SIDE = 600;
/**
 * Size of an initial, and its distance from the picture's edge, in drawing units. A letter at the edge would merge with
 * a page of the same colour.
 */
const LETTER = 290;
const EDGE = 24;

/**
 * The background of a person's initials shows the person's group: black for the supporting committee, the network
 * section's colour for the jury.
 */
const SUPPORTS: Palette = { field: "ink", figure: "accent-4", accent: "white" };
const CHOOSES: Palette = { field: "accent-4", figure: "ink", accent: "white" };

/** Returns the initials of a name's first and last word, without accents; fewer if a word has no usable letter. */
export function initialsOf(name: string): string[] {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.flatMap((word) => {
    const letter = word?.slice(0, 8).normalize("NFD")[0]?.toUpperCase() ?? "";
    return letter in LETTERS ? [letter] : [];
  });
}

/**
 * Draws two initials for a person without a photograph, the second one above the first. Renders null if no letter of the
 * name can be drawn.
 */
export function Monogram({ name, supports }: { name: string; supports: boolean }) {
  const letters = initialsOf(name);
  if (letters.length === 0) return null;
  const { field, figure, accent } = supports ? SUPPORTS : CHOOSES;
  const far = SIDE - LETTER - EDGE;
  return (
    <svg
      className={styles.cover}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      width={SIDE}
      height={SIDE}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <In ink={field}>
        <Block x={0} y={0} w={SIDE} h={SIDE} />
      </In>
      {letters.map((letter, index) => (
        <In key={index === 0 ? "first" : "last"} ink={index === 0 ? figure : accent}>
          <svg
            x={index === 0 ? EDGE : far}
            y={index === 0 ? far : EDGE}
            width={LETTER}
            height={LETTER}
            viewBox="0 0 4 4"
            aria-hidden="true"
          >
            <path d={LETTERS[letter]} fill="none" stroke="currentColor" />
          </svg>
        </In>
      ))}
    </svg>
  );
}
