"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import styles from "./filter-fold.module.css";

/** Folds the filters on a phone, so that the list is in view. The number of active filters stays visible. */
export function FilterFold({ active, children }: { active: number; children: ReactNode }) {
  const t = useTranslations("evaluation.list");
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t("fold", { count: active })}
      </button>
      <div id={id} className={styles.fold} data-open={open}>
        {children}
      </div>
    </>
  );
}
