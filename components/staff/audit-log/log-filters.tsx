"use client";

import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { romeDay, romeDayEnd, romeMidnight } from "@/contract/deadline";
import { type AuditRow, STAFF_ACTIONS } from "@/contract/staff/audit-log";
import { messageOf } from "@/lib/i18n/message-of";
import { FilterBar, type Pill } from "../list/filter-bar";
import type { useListAddress } from "../list/list-address";
import { useWhen } from "../shell/use-when";
import styles from "./audit-log.module.css";

const FILTERS = ["act", "edition", "person", "mail", "from", "to"] as const;
/** Number of characters that a filter shows of an id. */
const SHORT = 8;

/** Renders the filters of the audit log: author, action, day, and target (edition, person, or email). */
export function LogFilters({
  list,
  acts,
  children,
}: {
  list: Pick<ReturnType<typeof useListAddress>, "search" | "go">;
  acts: readonly AuditRow[];
  /** Content beside the filters: the number of entries, and their export. */
  children: ReactNode;
}) {
  const t = useTranslations("staff.log");
  const { search, go } = list;
  const when = useWhen();
  const from = search.from && romeDay(new Date(search.from));
  // The filter's end (`search.to`) is exclusive, so subtract 1 ms to get the last day.
  const to = search.to && romeDay(new Date(Date.parse(search.to) - 1));
  const say = (day: string) => when.day(romeMidnight(day).toISOString());
  const words: Record<(typeof FILTERS)[number], (value: string) => string> = {
    act: (value) => messageOf(t, `act.${value}`),
    edition: (value) => value,
    person: (value) =>
      acts.find(({ person }) => person?.id === value)?.person?.email ?? value.slice(0, SHORT),
    mail: (value) => value.slice(0, SHORT),
    from: () => (from ? say(from) : ""),
    to: () => (to ? say(to) : ""),
  };
  const pills: Pill[] = FILTERS.flatMap((name) => {
    const value = search[name];
    return value ? [{ name, label: t(`filter.${name}`), value: words[name](value) }] : [];
  });

  const chooseDays = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const days = new FormData(event.currentTarget);
    const [first, last] = [String(days.get("from")), String(days.get("to"))];
    go({
      from: first ? romeMidnight(first).toISOString() : undefined,
      to: last ? romeDayEnd(last).toISOString() : undefined,
    });
  };

  return (
    <FilterBar
      address={list}
      name="who"
      searchLabel={t("who")}
      searchHint={t("whoHint")}
      pills={pills}
      options={STAFF_ACTIONS.map((value) => ({ name: "act", value, label: t(`act.${value}`) }))}
    >
      <details className={styles.span}>
        <summary>{t("days")}</summary>
        {/* A new React key resets the date fields to the URL's days when the days in the URL change. */}
        <form key={`${from} ${to}`} className={styles.days} onSubmit={chooseDays}>
          {(["from", "to"] as const).map((name) => (
            <label key={name}>
              <span className={styles.label}>{t(`filter.${name}`)}</span>
              <input
                type="date"
                name={name}
                className={styles.field}
                defaultValue={(name === "from" ? from : to) ?? ""}
                max="9998-12-31"
              />
            </label>
          ))}
          <Button small variant="secondary" type="submit">
            {t("chooseDays")}
          </Button>
        </form>
      </details>
      {children}
    </FilterBar>
  );
}
