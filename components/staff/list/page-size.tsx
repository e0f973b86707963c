"use client";

import { useTranslations } from "next-intl";
import styles from "./page-size.module.css";

/** Chooses the number of rows per page. */
export function PageSize({
  sizes,
  rows,
  onChoose,
}: {
  sizes: readonly number[];
  rows: number;
  onChoose: (rows: number) => void;
}) {
  const t = useTranslations("staff.list");
  return (
    <fieldset className={styles.sizes}>
      <legend className={styles.legend}>{t("rows")}</legend>
      {sizes.map((size) => (
        <button
          key={size}
          type="button"
          aria-pressed={size === rows}
          className={styles.size}
          onClick={() => onChoose(size)}
        >
          {size}
        </button>
      ))}
    </fieldset>
  );
}
