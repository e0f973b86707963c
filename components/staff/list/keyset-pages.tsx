"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";
import styles from "./list-body.module.css";

/**
 * Links to the previous and next pages, with the cursors of the response.
 *
 * @param href returns the list's URL with a change (`useListAddress`)
 */
export function KeysetPages({
  shown,
  total,
  previous,
  next,
  href,
}: {
  shown: number;
  total: number;
  previous: string | null;
  next: string | null;
  href: (change: Record<string, string | undefined>) => string;
}) {
  const t = useTranslations("staff.list");
  return (
    <nav className={styles.pages} aria-label={t("pages")}>
      <span>{t("shown", { shown, total })}</span>
      <span className={styles.ways}>
        {previous && <Link href={href({ before: previous })}>{t("previous")}</Link>}
        {next && <Link href={href({ after: next })}>{t("next")}</Link>}
      </span>
    </nav>
  );
}
