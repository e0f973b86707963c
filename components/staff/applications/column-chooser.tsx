"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { ApplicationColumn } from "@/contract/staff/applications";
import styles from "./column-chooser.module.css";

const ColumnDialog = dynamic(() => import("./column-dialog").then((it) => it.ColumnDialog), {
  ssr: false,
});

/**
 * Renders the button that opens the choice of columns.
 *
 * @param onChoose receives the columns in the URL's format; undefined for the default columns
 */
export function ColumnChooser({
  columns,
  equal,
  onChoose,
}: {
  columns: readonly ApplicationColumn[];
  /** Columns that the list hides, because all their values are equal. */
  equal: readonly ApplicationColumn[];
  onChoose: (columns: string | undefined) => void;
}) {
  const t = useTranslations("staff.applications.columns");
  const [open, setOpen] = useState(false);
  return (
    <span className={styles.place}>
      <Button small variant="secondary" onClick={() => setOpen(true)}>
        {t("open", { count: columns.length })}
      </Button>
      {open && (
        <ColumnDialog
          columns={columns}
          equal={equal}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false);
            onChoose(chosen);
          }}
        />
      )}
    </span>
  );
}
