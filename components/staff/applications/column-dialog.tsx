"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { Button } from "@/components/ui/buttons/button";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/overlays/dialog";
import {
  APPLICATION_COLUMNS,
  type ApplicationColumn,
  DEFAULT_COLUMNS,
} from "@/contract/staff/applications";
import { fold } from "@/contract/text/normalize-text";
import styles from "./column-chooser.module.css";
import { useColumnMessages } from "./use-column-messages";

/** Dialog to choose the list's columns and their order. Alt with an arrow key moves a column. */
export function ColumnDialog({
  columns,
  equal,
  onClose,
  onChoose,
}: {
  columns: readonly ApplicationColumn[];
  /** Columns that the list hides, because all their values are equal. */
  equal: readonly ApplicationColumn[];
  onClose: () => void;
  onChoose: (columns: string | undefined) => void;
}) {
  const t = useTranslations("staff.applications.columns");
  const { labelOf } = useColumnMessages();
  const [shown, setShown] = useState(columns);
  const [search, setSearch] = useState("");
  const focus = useRef<ApplicationColumn | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const others = APPLICATION_COLUMNS.filter(
    (one) => one !== "name" && !shown.includes(one) && fold(labelOf(one)).includes(fold(search)),
  );
  const isDefault = (some: readonly ApplicationColumn[]) =>
    some.join(".") === DEFAULT_COLUMNS.join(".");

  // After the user has moved a column, return the focus to this column.
  useEffect(() => {
    if (focus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-column="${focus.current}"]`)?.focus();
    focus.current = null;
  });

  function move(column: ApplicationColumn, by: 1 | -1) {
    const at = shown.indexOf(column);
    const to = at + by;
    if (to < 0 || to >= shown.length) return;
    focus.current = column;
    setShown(shown.toSpliced(at, 1).toSpliced(to, 0, column));
  }

  const onKeyDown = (column: ApplicationColumn) => (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    move(column, by);
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("title")}
      actions={
        <>
          <Button small variant="secondary" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button small variant="secondary" onClick={() => setShown(DEFAULT_COLUMNS)}>
            {t("reset")}
          </Button>
          <Button
            small
            variant="primary"
            onClick={() => onChoose(isDefault(shown) ? undefined : shown.join("."))}
          >
            {t("done")}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <section aria-labelledby="columns-shown">
          <h3 id="columns-shown" className={styles.title}>
            {t("shown")}
          </h3>
          <ol className={styles.list} ref={list}>
            {shown.map((column, index) => (
              <li key={column} className={styles.item}>
                <label className={cx(styles.label, choiceStyles.bare)}>
                  <input
                    type="checkbox"
                    checked
                    data-column={column}
                    aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                    onKeyDown={onKeyDown(column)}
                    // The last shown column cannot be switched off, because the list needs a column beside the name.
                    disabled={shown.length === 1}
                    onChange={() => setShown(shown.filter((one) => one !== column))}
                  />
                  <span>
                    {labelOf(column)}
                    {equal.includes(column) && <span className={styles.equal}>{t("equal")}</span>}
                  </span>
                </label>
                <span className={styles.ways}>
                  {([-1, 1] as const).map((by) => (
                    <button
                      key={by}
                      type="button"
                      className={styles.way}
                      aria-label={t(by < 0 ? "up" : "down", { column: labelOf(column) })}
                      disabled={by < 0 ? index === 0 : index === shown.length - 1}
                      onClick={() => move(column, by)}
                    >
                      <span aria-hidden="true">{by < 0 ? "↑" : "↓"}</span>
                    </button>
                  ))}
                </span>
              </li>
            ))}
          </ol>
          <p className={styles.note}>{t("keys")}</p>
        </section>
        <section aria-labelledby="columns-others">
          <h3 id="columns-others" className={styles.title}>
            {t("others", { count: others.length })}
          </h3>
          <input
            type="search"
            className={styles.search}
            aria-label={t("search")}
            placeholder={t("search")}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <ul className={styles.list}>
            {others.map((column) => (
              <li key={column} className={styles.item}>
                <label className={cx(styles.label, choiceStyles.bare)}>
                  <input
                    type="checkbox"
                    checked={false}
                    onChange={() => setShown([...shown, column])}
                  />
                  {labelOf(column)}
                </label>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
