"use client";

import { useTranslations } from "next-intl";
import type { AnswerOf } from "@/contract/endpoint";
import { PER_PAGE_DEFAULT, type ProjectListQuery } from "@/contract/evaluation-schemas";
import type { getNeighbours, ProjectName } from "@/contract/evaluation-work";
import { Link } from "@/lib/i18n/navigation";
import styles from "./cockpit-bar.module.css";
import { listAddress, projectAddress } from "./list-query";

/** Where one is: the way back, the place in the list, the own progress, the neighbours, the keys. */
export function CockpitBar({
  around,
  query,
  onGo,
}: {
  around: AnswerOf<typeof getNeighbours> | undefined;
  query: ProjectListQuery;
  onGo: (project: ProjectName) => Promise<void>;
}) {
  const t = useTranslations("evaluation.cockpit");
  const page = around ? Math.ceil(around.place / PER_PAGE_DEFAULT) : undefined;
  const { previous = null, next = null, counts } = around ?? {};

  function step(project: ProjectName | null, way: "previous" | "next") {
    if (!project) return <span className={styles.none}>{t(way)}</span>;
    return (
      <Link
        className={styles.step}
        href={projectAddress(project.id, query)}
        aria-label={t(`${way}Named`, { name: project.nome })}
        onClick={(event) => {
          // What is being saved goes first; a new window takes nothing away.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          void onGo(project);
        }}
      >
        {t(way)}
      </Link>
    );
  }

  return (
    <div className={styles.bar}>
      <Link className={styles.step} href={listAddress(query, { page })}>
        {t("back")}
      </Link>
      <p className={styles.place}>
        {around && <strong>{t("place", { place: around.place, total: around.total })}</strong>}
      </p>
      <nav className={styles.steps} aria-label={t("around")}>
        {step(previous, "previous")}
        {step(next, "next")}
      </nav>
      {counts && (
        <p>
          {t("counts", {
            scored: counts.scored,
            partial: counts.partial,
            todo: counts.total - counts.scored - counts.partial - counts.recused,
          })}
        </p>
      )}
      <p className={styles.keys} aria-hidden="true">
        {t.rich("keys", {
          key: (chunks) => <kbd className={styles.key}>{chunks}</kbd>,
          group: (chunks) => <span className={styles.group}>{chunks}</span>,
        })}
      </p>
    </div>
  );
}
