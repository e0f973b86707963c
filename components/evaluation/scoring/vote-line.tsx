"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { SCORES } from "../evaluation-state";
import { UNDO_KEY, type Vote } from "./shortcuts/score-shortcuts";
import { Key } from "./shortcuts/shortcut-legend";
import type { ScoreVotes } from "./use-score-votes";
import styles from "./vote-line.module.css";

/** Shows which score changed last, or why no score was given, with a button to undo. */
export function VoteLine({ votes, keys }: { votes: ScoreVotes; keys: boolean }) {
  const t = useTranslations("evaluation.votes");
  const criteria = useTranslations("criteria");
  const format = useFormatter();
  const { said, undoable } = votes;

  const figure = (score: number | null) => (score === null ? t("none") : format.number(score));
  const nameOf = ({ criterion }: Pick<Vote, "criterion">) => criteria(`${criterion}.name`);

  function changed(vote: Vote): string {
    const words = { name: nameOf(vote), to: figure(vote.to), from: figure(vote.from) };
    return vote.from === null || vote.from === vote.to ? t("given", words) : t("changed", words);
  }

  function sentence(): string {
    if (!said) return "";
    switch (said.kind) {
      case "voted":
        return changed(said.vote);
      case "undone":
        return t("undone", { change: changed(said.vote) });
      case "stray":
        return said.criterion
          ? t("stray", { name: nameOf({ criterion: said.criterion }) })
          : t("strayDone");
      case "missed":
        return t("missed", { count: said.count });
      case "nothing":
        return t("nothing");
    }
  }

  return (
    <div className={styles.line}>
      <p className={styles.said} role="status">
        {sentence()}
      </p>
      {undoable && <Undo change={changed(undoable)} votes={votes} keys={keys} />}
    </div>
  );
}

function Undo({ change, votes, keys }: { change: string; votes: ScoreVotes; keys: boolean }) {
  const t = useTranslations("evaluation.votes");
  const button = useFocusHeir<HTMLButtonElement>(() => document.getElementById(SCORES)?.focus());
  return (
    <button
      ref={button}
      type="button"
      className={styles.undo}
      aria-keyshortcuts={keys ? UNDO_KEY.toUpperCase() : undefined}
      onClick={votes.undo}
    >
      {t("undo")} <VisuallyHidden>{change}</VisuallyHidden>
      {keys && (
        <span aria-hidden="true">
          <Key>{UNDO_KEY.toUpperCase()}</Key>
        </span>
      )}
    </button>
  );
}
