"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import textButton from "@/components/ui/buttons/text-button.module.css";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { closingMoment, romeDay, romeDayEnd, romeMidnight } from "@/contract/deadline";
import { type EditionDate, moveDate, type StaffEdition } from "@/contract/staff/editions";
import { useActionForm } from "../actions/use-action-form";
import type { Proposed } from "./axis";
import { AxisFigure } from "./axis-figure";
import styles from "./edition.module.css";
import { MoveDatePanel } from "./move-date-panel";
import { isLastDay, useDateMessages } from "./use-date-messages";

type EditionDateRow = StaffEdition["dates"][number];
type Open = { which: EditionDate; day: string };
const DAY_OF_OURS = /^2\d{3}-\d{2}-\d{2}$/;

/** Returns the day in Rome of an edition's date, as the value of a date field; "" if the date is not set. */
function dayOf({ which, at }: EditionDateRow): string {
  if (!at) return "";
  return romeDay(isLastDay(which) ? closingMoment(new Date(at)).lastDay : new Date(at));
}

/**
 * Renders an edition's dates on a time axis and as a list with a field for each date. A side panel shows the effects of
 * moving a date.
 */
export function EditionDates({
  edition,
  mayAct,
  children,
}: {
  edition: StaffEdition;
  mayAct: boolean;
  children: ReactNode;
}) {
  const t = useTranslations("staff.dates");
  const [open, setOpen] = useState<Open | null>(null);
  const left = useRef<EditionDate>(null);
  const rows = useRef<HTMLOListElement>(null);
  const row = edition.dates.find(({ which }) => which === open?.which);
  const isOther = open !== null && row !== undefined && open.day !== dayOf(row);
  const isComplete = isOther && DAY_OF_OURS.test(open.day);
  const form = useActionForm({
    endpoint: moveDate,
    input: isComplete ? { which: open.which, day: open.day } : null,
    params: { year: String(edition.year) },
    onDone: () => choose(null),
  });

  function choose(next: Open | null) {
    form.reset();
    left.current = next === null && open ? open.which : null;
    setOpen(next);
  }

  // When the fields of a date close, return the focus to the button that opened them.
  useEffect(() => {
    if (open !== null || left.current === null) return;
    rows.current?.querySelector<HTMLElement>(`[data-date="${left.current}"] button`)?.focus();
    left.current = null;
  }, [open]);

  const proposed: Proposed | null = isComplete
    ? { which: open.which, at: instantOf(open).toISOString() }
    : null;
  const coming = (form.preview?.effects ?? [])
    .filter(({ name }) => name === "reminders_moved" || name === "reminders_new")
    .flatMap(({ facts }) => facts?.moments?.split(",").filter(Boolean) ?? []);

  return (
    <>
      <AxisFigure edition={edition} proposed={proposed} coming={proposed ? coming : []} />
      <div className={styles.columns}>
        <section className={styles.dates} aria-labelledby="dates">
          <h2 id="dates" className={styles.heading}>
            {t("dates")}
          </h2>
          <ol ref={rows} className={styles.rows}>
            {edition.dates.map((date) => (
              <DateRow
                key={date.which}
                edition={edition}
                date={date}
                open={open?.which === date.which ? open : null}
                mayAct={mayAct}
                onOpen={choose}
                onDay={(day) => {
                  form.forget();
                  setOpen({ which: date.which, day });
                }}
              />
            ))}
          </ol>
        </section>
        <section className={styles.effect} aria-labelledby="effect">
          <h2 id="effect" className={styles.heading}>
            {t("effect")}
          </h2>
          {open && row ? (
            <MoveDatePanel edition={edition} date={row} form={form} onClose={() => choose(null)} />
          ) : (
            <p className={styles.quiet}>{t(mayAct ? "chooseDate" : "readOnly")}</p>
          )}
        </section>
        {children}
      </div>
    </>
  );
}

const instantOf = ({ which, day }: Open) =>
  isLastDay(which) ? romeDayEnd(day) : romeMidnight(day);

function DateRow({
  edition,
  date,
  open,
  mayAct,
  onOpen,
  onDay,
}: {
  edition: StaffEdition;
  date: EditionDateRow;
  open: Open | null;
  mayAct: boolean;
  onOpen: (open: Open | null) => void;
  onDay: (day: string) => void;
}) {
  const t = useTranslations("staff.dates");
  const words = useDateMessages(edition);
  const { which, at, changed } = date;
  const isPast = at !== null && Date.parse(at) <= words.now;
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape") onOpen(null);
  };
  return (
    <li className={styles.row} data-date={which} data-open={open !== null}>
      <div>
        <h3 className={styles.name}>{t(`name.${which}`)}</h3>
        <p>{words.whole(which, at)}</p>
        <p className={styles.small}>
          {t(`moves.${which}`, {
            ...edition.applications,
            evaluators: edition.evaluators,
            extensions: edition.extensions.reduce((all, { count }) => all + count, 0),
          })}
        </p>
        {changed && (
          <p className={styles.small}>
            {t("setBy", { who: changed.who ?? "–", at: words.moment(changed.at) })}
          </p>
        )}
      </div>
      <div className={styles.side}>
        {isPast && <span className={styles.quiet}>{t("past")}</span>}
        {mayAct && !open && (
          <button
            type="button"
            className={textButton.button}
            onClick={() => onOpen({ which, day: dayOf(date) })}
          >
            {t(at ? "move" : "decide")}
            <VisuallyHidden>{t("ofDate", { date: t(`name.${which}`) })}</VisuallyHidden>
          </button>
        )}
      </div>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the fields, as it leaves a dialog
        <div className={styles.fields} onKeyDown={leave}>
          <TextField
            name="day"
            type="date"
            label={t("newDay")}
            value={open.day}
            autoFocus
            onChange={({ target }) => onDay(target.value)}
          />
          <TextField
            name="hour"
            label={t("hour")}
            value={isLastDay(which) ? "24:00" : "00:00"}
            readOnly
          />
          <p className={styles.small}>{t(isLastDay(which) ? "lastDay" : "firstDay")}</p>
        </div>
      )}
    </li>
  );
}
