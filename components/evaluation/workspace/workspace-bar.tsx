"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent, ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import type { AnswerOf } from "@/contract/endpoint";
import { PER_PAGE_DEFAULT, type ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import type { getNeighbours, ProjectName } from "@/contract/evaluation/evaluation-work";
import { Link } from "@/lib/i18n/navigation";
import { workLeft } from "../evaluation-state";
import { listAddress, projectAddress, unfiltered } from "../list/list-query";
import type { useNextProject } from "./use-next-project";
import styles from "./workspace-bar.module.css";

/** While the progress counts load, these typical numbers reserve the space for them. */
const ROOM = { place: 28, total: 28, scored: 28, partial: 2, todo: 28, recused: 0 };

/**
 * Renders the bar of the evaluation workspace: a back link, the position in the list, progress, and links to the
 * previous and next project. `children` is the switch and list of keyboard shortcuts.
 */
export function WorkspaceBar({
  id,
  around,
  query,
  ways,
  children,
}: {
  id: string;
  around: AnswerOf<typeof getNeighbours> | undefined;
  query: ProjectListQuery;
  ways: Pick<ReturnType<typeof useNextProject>, "chosen" | "goTo" | "goToList" | "unfilter">;
  children: ReactNode;
}) {
  const t = useTranslations("evaluation.cockpit");
  const page = around ? Math.ceil(around.place / PER_PAGE_DEFAULT) : undefined;
  const { previous = null, next = null, counts } = around ?? {};
  const whole = projectAddress(id, unfiltered(query));
  const isFiltered = whole !== projectAddress(id, query);
  const list = listAddress(query, { page });

  /**
   * Replaces a plain click on a link by an action that saves first. A click that opens a new tab or window keeps its
   * default action.
   */
  function instead(go: () => void) {
    return (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go();
    };
  }

  function step(project: ProjectName | null, way: "previous" | "next") {
    if (!project) return <span className={styles.none}>{t(way)}</span>;
    return (
      <Link
        className={styles.step}
        href={projectAddress(project.id, query)}
        aria-label={t(`${way}Named`, { name: project.nome })}
        onClick={instead(() => ways.goTo(project))}
      >
        {t(way)}
      </Link>
    );
  }

  return (
    <div className={styles.bar}>
      <Link className={styles.step} href={list} onClick={instead(() => ways.goToList(list))}>
        {t(isFiltered ? "backFiltered" : "back")}
      </Link>
      <p className={styles.place}>
        {!around && (
          <span className={styles.room} aria-hidden="true">
            {t("place", ROOM)}
          </span>
        )}
        {around && (
          <>
            <strong>{t("place", { place: around.place, total: around.total })}</strong>
            {ways.chosen && ` ${t("chosen")}`}
          </>
        )}
      </p>
      {isFiltered && (
        <Link className={styles.step} href={whole} onClick={instead(() => ways.unfilter(whole))}>
          {t("unfilter")}
        </Link>
      )}
      <nav className={styles.steps} aria-label={t("around")}>
        {step(previous, "previous")}
        {step(next, "next")}
      </nav>
      {/* Reserves the space of the progress counts while they load, so that the bar never grows by a row. */}
      <p
        className={cx(styles.counts, !counts && styles.room)}
        aria-hidden={counts ? undefined : true}
      >
        {t("counts", counts ? { scored: counts.scored, ...workLeft(counts) } : ROOM)}
      </p>
      {children}
    </div>
  );
}
