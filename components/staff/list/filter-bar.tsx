"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import controlStyles from "@/components/forms/fields/control.module.css";
import { isTyping } from "@/components/ui/is-typing";
import { Fold } from "@/components/ui/page/fold";
import hiddenStyles from "@/components/ui/visually-hidden.module.css";
import { cleanLine } from "@/contract/text/clean-text";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import styles from "./filter-bar.module.css";
import type { useListAddress } from "./list-address";

/** An active filter of a list, which is shown as a pill (a removable label). */
export type Pill = { name: string; label: string; value: string };
type Option = { name: string; value: string; label: string };
/** A group of filters that users can add, with the group's name in the select. */
export type FilterGroup = { label: string; options: readonly Option[] };

/**
 * Renders a list's search and filters. `/` focuses the search, `f` focuses the "add a filter" select, and Backspace
 * removes the last filter while the focus is in the list. On a phone, a button opens the filters.
 *
 * @param address the list's state (`useListAddress`)
 * @param name the parameter of the search
 * @param searchLabel what the search covers, if it is not the whole list
 * @param pills the active filters in order
 * @param options the filters that users can add
 * @param groups the filters that users can add, if there are many
 */
export function FilterBar({
  address: { search: held, go },
  name = "search",
  searchLabel,
  searchHint,
  pills = [],
  options,
  groups,
  children,
}: {
  address: Pick<ReturnType<typeof useListAddress>, "search" | "go">;
  name?: string;
  searchLabel?: string;
  searchHint: string;
  pills?: readonly Pill[];
  options?: readonly Option[];
  groups?: readonly FilterGroup[];
  children?: ReactNode;
}) {
  const t = useTranslations("staff.list");
  const search = held[name] ?? "";
  const onSearch = (words: string) => go({ [name]: words || undefined });
  const onRemove = (...names: string[]) =>
    go(Object.fromEntries(names.map((one) => [one, undefined])));
  const [on] = useShortcutsEnabled();
  const field = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const last = pills.at(-1)?.name;

  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (isTyping(event)) return;
    if (event.key === "/") field.current?.focus();
    else if (event.key === "f") bar.current?.querySelector("select")?.focus();
    else if (event.key === "Backspace" && last) onRemove(last);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (!on) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on]);

  const emptied = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && event.currentTarget.value !== "") onSearch("");
  };

  return (
    <div className={styles.bar} ref={bar}>
      <search>
        <form
          className={styles.labelled}
          onSubmit={(event) => {
            event.preventDefault();
            onSearch(cleanLine(field.current?.value ?? ""));
          }}
        >
          <label
            className={searchLabel ? styles.label : hiddenStyles.hidden}
            htmlFor="staff-search"
          >
            {searchLabel ?? t("search")}
          </label>
          <input
            // The React key resets the search field when the URL has another search.
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
          <button type="submit" className={styles.submit}>
            {t("search")}
          </button>
        </form>
      </search>
      {(options || groups || children || pills.length > 0) && (
        <Fold label={t("fold", { count: pills.length })}>
          {(options ?? groups) && (
            <AddFilter {...{ options, groups }} onAdd={(one, value) => go({ [one]: value })} />
          )}
          {children && <div className={styles.others}>{children}</div>}
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
        </Fold>
      )}
    </div>
  );
}

/** Renders a native select that adds a filter. After the choice, the select is empty again. */
function AddFilter({
  options = [],
  groups = [],
  onAdd,
}: {
  options?: readonly Option[] | undefined;
  groups?: readonly FilterGroup[] | undefined;
  onAdd: (name: string, value: string) => void;
}) {
  const t = useTranslations("staff.list");
  return (
    <label className={styles.labelled}>
      <span className={styles.label}>{t("addFilter")}</span>
      <span className={controlStyles.select}>
        <select
          className={styles.field}
          value=""
          onKeyDown={openPicker}
          onChange={({ target }) => {
            const [name = "", value = ""] = target.value.split("=");
            onAdd(name, value);
          }}
        >
          <option value="">{t("choose")}</option>
          <Options options={options} />
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              <Options options={group.options} />
            </optgroup>
          ))}
        </select>
      </span>
    </label>
  );
}

/**
 * Opens the list of options when the user presses a key in the select. On Linux and Windows, some keys would otherwise
 * choose a filter at once.
 */
function openPicker(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, altKey, ctrlKey, metaKey, currentTarget } = event;
  const changes = /^(Arrow|Home|End|Page)/.test(key) || (key.length === 1 && key !== " ");
  if (!changes || altKey || ctrlKey || metaKey || !("showPicker" in currentTarget)) return;
  event.preventDefault();
  currentTarget.showPicker();
}

function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ name, value, label }) => (
    <option key={`${name}=${value}`} value={`${name}=${value}`}>
      {label}
    </option>
  ));
}
