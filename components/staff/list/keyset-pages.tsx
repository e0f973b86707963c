"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/lib/i18n/navigation";
import { Density } from "./density";
import styles from "./list-body.module.css";

/**
 * Renders links to the previous and next pages of a list, with the cursors of the response.
 *
 * @param href returns the list's URL with a change (`useListAddress`)
 */
export function KeysetPages({
  list: { total, previous, next },
  shown,
  href,
  children,
}: {
  list: { total: number; previous: string | number | null; next: string | number | null };
  shown: number;
  href: (change: Record<string, string | undefined>) => string;
  /** Content beside the links to the previous and the next page, such as the choice of the number of rows. */
  children?: ReactNode;
}) {
  const t = useTranslations("staff.list");
  return (
    <nav className={styles.pages} aria-label={t("pages")}>
      <span>{t("shown", { shown, total })}</span>
      {children}
      <Density />
      <span className={styles.ways}>
        {previous && <Link href={href({ before: String(previous) })}>{t("previous")}</Link>}
        {next && <Link href={href({ after: String(next) })}>{t("next")}</Link>}
      </span>
    </nav>
  );
}
