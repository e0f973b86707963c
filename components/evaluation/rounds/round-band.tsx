import styles from "./round-band.module.css";
import { type RoundWork, useRoundWords } from "./use-round-words";

/**
 * Shows a page's round: its name, its projects, and its dates. Renders nothing if the edition has only its first round.
 */
export function RoundBand({ work }: { work: RoundWork }) {
  const words = useRoundWords();
  const { round, counts } = work;
  if (!round) return null;
  const isKnown = counts !== undefined && counts.total > 0;
  const parts = [isKnown ? words.projects(round, counts) : null, words.time(work)];
  return (
    <p className={styles.band}>
      <strong>{words.nameOf(round)}</strong>
      {parts.map((part) => part && ` · ${part}`)}
    </p>
  );
}
