"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { RadioGroup } from "@/components/forms/fields/radio-group";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import type { AnswerOf } from "@/contract/endpoint";
import { EXPORT_FORMATS, EXPORT_ROWS } from "@/contract/staff/export-options";
import { getExportColumns, screenColumns, TABLE_GROUPS } from "@/contract/staff/exports";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import styles from "./export-dialog.module.css";
import { type ExportSource, useSaveTable } from "./use-export";

/** Buttons that choose several columns at once: the columns of the screen, all columns, or none. */
const PRESETS = ["screen", "all", "nothing"] as const;

type Group = AnswerOf<typeof getExportColumns>["groups"][number];

/**
 * Dialog that asks for the file format and the columns of a table, and saves the table. The dialog opens with the
 * columns of the screen, in their order. A locked column shows why it is locked.
 */
export function ExportDialog({
  title,
  list,
  edition,
  round,
  href,
  body,
  shown,
  without = [],
  onClose,
}: ExportSource & { title: string; onClose: () => void }) {
  const t = useTranslations("staff.export");
  const locale = useLocale();
  const save = useSaveTable();
  const [format, setFormat] = useState<string>("xlsx");
  const [rows, setRows] = useState<string>("projects");
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [isOrdered, setIsOrdered] = useState(true);
  const [busy, setBusy] = useState(false);
  const query = {
    list,
    ...(edition !== undefined && { edition: Number(edition) }),
    ...(round !== undefined && { round }),
  };
  const { data, error } = useQuery({
    // The query key contains the locale, because the columns' titles are in the user's language.
    queryKey: [getExportColumns.name, query, locale],
    queryFn: () => call(getExportColumns, { locale, query }),
    // Never use cached columns, because staff can get access to the columns of the ranking at any time.
    staleTime: 0,
  });
  const isReading = !data && !error;
  const groups = data?.groups.filter(({ name }) => !without.includes(name)) ?? [];
  const open = groups.filter(({ locked }) => !locked).flatMap(({ columns }) => columns);
  const names = open.map(({ name }) => name);
  const onScreen = screenColumns(list, shown).filter((name) => names.includes(name));
  const picked = chosen ?? new Set(onScreen);
  // If the user chose the screen's columns, these columns come first, in the screen's order. All other chosen columns
  // follow.
  const columns = [...new Set([...(isOrdered ? onScreen : []), ...names])].filter((name) =>
    picked.has(name),
  );

  // If the export consists of several tables, the user must choose at least one of these tables.
  const tables = groups
    .filter(({ name }) => TABLE_GROUPS.includes(name))
    .flatMap((group) => group.columns.map(({ name }) => name));
  const ofTables = tables.filter((name) => picked.has(name));
  const isEmpty = columns.length === 0 || (tables.length > 0 && ofTables.length === 0);

  function set(names: readonly string[], isChosen: boolean) {
    const next = new Set(picked);
    for (const name of names) isChosen ? next.add(name) : next.delete(name);
    setChosen(next);
  }

  /** Selects a preset of columns to export: the columns that the screen shows, all columns, or none. */
  function preset(name: (typeof PRESETS)[number]) {
    setIsOrdered(name === "screen");
    setChosen(new Set({ screen: onScreen, all: names, nothing: [] }[name]));
  }

  async function run() {
    if (busy || isEmpty) return;
    setBusy(true);
    const options = {
      ...{ format, columns: columns.join(",") },
      ...(data?.scores && rows !== "projects" && { rows }),
    };
    const address = new URL(href, window.location.href);
    if (!body)
      for (const [name, value] of Object.entries(options)) address.searchParams.set(name, value);
    const isSaved = await save(address.href, body && { ...body, ...options });
    setBusy(false);
    if (isSaved) onClose();
  }

  return (
    <ConfirmDialog
      title={title}
      safeLabel={t("cancel")}
      confirmLabel={
        tables.length > 0
          ? t("saveTables", { count: ofTables.length })
          : t("save", { count: columns.length })
      }
      busyLabel={t(isReading ? "reading" : "busy")}
      busy={busy || isReading}
      primary
      formClass={styles.form}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <RadioGroup
        name="format"
        label={t("format")}
        options={EXPORT_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        chosen={format}
        onChange={({ target }) => setFormat(target.value)}
      />
      {data?.scores && (
        <RadioGroup
          name="rows"
          label={t("rows")}
          stacked
          options={EXPORT_ROWS.map((value) => ({ value, label: t(`rowsOf.${value}`) }))}
          chosen={rows}
          onChange={({ target }) => setRows(target.value)}
        />
      )}
      {error && (
        <FormAlert
          heading={t("failed")}
          code={error instanceof ApiError ? error.code : undefined}
        />
      )}
      {data && (
        <div className={styles.presets}>
          {PRESETS.map((name) => (
            <Button key={name} small variant="secondary" onClick={() => preset(name)}>
              {t(`preset.${name}`)}
            </Button>
          ))}
        </div>
      )}
      {data && (
        <div className={styles.groups}>
          {groups.map((group) => (
            <ColumnGroup key={group.name} {...{ group, picked, set }} />
          ))}
        </div>
      )}
      <p className={styles.note} role="status">
        {isEmpty && data ? t(tables.length > 0 ? "noTable" : "none") : t("logged")}
      </p>
    </ConfirmDialog>
  );
}

/** Renders the checkboxes of a group of columns, and one checkbox for the whole group. */
function ColumnGroup({
  group: { title, locked, columns },
  picked,
  set,
}: {
  group: Group;
  picked: ReadonlySet<string>;
  set: (names: readonly string[], isChosen: boolean) => void;
}) {
  const t = useTranslations("staff.export");
  const names = columns.map(({ name }) => name);
  const count = names.filter((name) => picked.has(name)).length;
  return (
    <fieldset className={styles.group} disabled={locked}>
      <legend className={styles.legend}>
        <label className={choiceStyles.choice}>
          <input
            type="checkbox"
            aria-label={t("all", { group: title })}
            checked={count === names.length}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && count < names.length;
            }}
            onChange={({ target }) => set(names, target.checked)}
          />
          {title}
        </label>
      </legend>
      {locked && <p className={styles.note}>{t("locked")}</p>}
      <div className={styles.columns}>
        {columns.map(({ name, title: column }) => (
          <label className={choiceStyles.choice} key={name}>
            <input
              type="checkbox"
              name={name}
              checked={!locked && picked.has(name)}
              onChange={({ target }) => set([name], target.checked)}
            />
            {column}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
