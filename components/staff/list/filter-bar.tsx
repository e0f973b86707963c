"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import controlStyles from "@/components/forms/fields/control.module.css";
import { cleanLine } from "@/contract/text/clean-text";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { isTyping } from "../shell/is-typing";
import styles from "./filter-bar.module.css";

/** An active filter, shown as a pill. */
export type Pill = { name: string; label: string; value: string };

/**
 * Renders a list's search and filters. `/` focuses the search, `f` focuses the "add a filter" select, and Backspace
 * removes the last pill while the focus is in the list.
 *
 * @param searchLabel what the search covers
 * @param pills the active filters in order
 * @param children the controls that add a filter
 */
export function FilterBar({
  search,
  searchLabel,
  searchHint,
  pills,
  onSearch,
  onRemove,
  children,
}: {
  search: string;
  searchLabel: string;
  searchHint: string;
  pills: readonly Pill[];
  onSearch: (words: string) => void;
  onRemove: (...names: string[]) => void;
  children?: ReactNode;
}) {
  const t = useTranslations("staff.list");
  const [on] = useShortcutsEnabled();
  const field = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const last = pills.at(-1)?.name;

  useEffect(() => {
    if (!on) return;
    const press = (event: globalThis.KeyboardEvent) => {
      if (isTyping(event)) return;
      if (event.key === "/") field.current?.focus();
      else if (event.key === "f") bar.current?.querySelector("select")?.focus();
      else if (event.key === "Backspace" && last) onRemove(last);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on, last, onRemove]);

  const emptied = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && event.currentTarget.value !== "") onSearch("");
  };

  return (
    <div className={styles.bar} ref={bar}>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSearch(cleanLine(field.current?.value ?? ""));
          }}
        >
          <label className={styles.label} htmlFor="staff-search">
            {searchLabel}
          </label>
          <input
            // The key resets the field when the URL has another search.
            key={search}
            ref={field}
            id="staff-search"
            type="search"
            className={styles.field}
            placeholder={searchHint}
            defaultValue={search}
            maxLength={200}
            onKeyDown={emptied}
          />
        </form>
      </search>
      {children}
      {pills.length > 0 && (
        <div className={styles.held}>
          <span className={styles.label} id="staff-pills">
            {t("filters")}
          </span>
          <ul className={styles.pills} aria-labelledby="staff-pills">
            {pills.map(({ name, label, value }) => (
              <li key={name} className={styles.pill}>
                <span>
                  {`${label}: `}
                  <strong>{value}</strong>
                </span>
                <button
                  type="button"
                  aria-label={t("remove", { filter: `${label}: ${value}` })}
                  onClick={() => onRemove(name)}
                >
                  <span aria-hidden="true">{"×"}</span>
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                className={styles.all}
                onClick={() => onRemove(...pills.map(({ name }) => name))}
              >
                {t("removeAll")}
              </button>
            </li>
          </ul>
        </div>
      )}
    </div>
  );
}

/** Adds a filter with a native select, which is empty again after the choice. */
export function AddFilter({
  label,
  options,
  onAdd,
}: {
  label: string;
  options: readonly { name: string; value: string; label: string }[];
  onAdd: (name: string, value: string) => void;
}) {
  const t = useTranslations("staff.list");
  return (
    <label>
      <span className={styles.label}>{label}</span>
      <span className={controlStyles.select}>
        <select
          className={styles.field}
          value=""
          onChange={({ target }) => {
            const [name = "", value = ""] = target.value.split("=");
            onAdd(name, value);
          }}
        >
          <option value="">{t("choose")}</option>
          {options.map(({ name, value, label }) => (
            <option key={`${name}=${value}`} value={`${name}=${value}`}>
              {label}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}
