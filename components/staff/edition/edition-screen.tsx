"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { Status, type Tone } from "@/components/ui/figures/status";
import { mayCall } from "@/contract/endpoint";
import {
  getStaffEdition,
  listStaffEditions,
  moveDate,
  type StaffEdition,
  setEditionFigures,
} from "@/contract/staff/editions";
import { meQuery, readOf } from "@/lib/api/query";
import { ListBody } from "../list/list-body";
import { Changes } from "./changes";
import styles from "./edition.module.css";
import { EditionDates } from "./edition-dates";
import { EditionTabs } from "./edition-tabs";
import { Figures } from "./figures";
import { useDateMessages } from "./use-date-messages";
import { FirstEdition, YearActions } from "./year-actions";

const TONES: Record<StaffEdition["state"], Tone> = {
  not_yet_open: "off",
  open: "flight",
  closed: "done",
  awarded: "done",
};

/**
 * Renders the page of an edition: its dates on a time axis, the effects of moving a date, and further actions on the
 * edition.
 */
export function EditionScreen() {
  const t = useTranslations("staff.dates");
  const locale = useLocale();
  const asked = useSearchParams().get("edition");
  const list = useQuery(readOf(listStaffEditions, { locale }));
  const editions = list.data?.editions ?? [];
  const year = asked ?? (editions.find(({ current }) => current) ?? editions[0])?.year;
  const disabledReason = useDisabledReason();
  return (
    <div className={styles.page}>
      <EditionTabs current="dates" />
      <ListBody query={list} failed={t("failed")} rows={12}>
        {year === undefined ? (
          <FirstEdition disabledReason={disabledReason} />
        ) : (
          <EditionOf key={year} year={String(year)} disabledReason={disabledReason} />
        )}
      </ListBody>
    </div>
  );
}

/** Returns the reason why the staff member cannot change the edition; undefined if changes are possible. */
function useDisabledReason(): string | undefined {
  const t = useTranslations("staff.dates");
  const { data: user } = useQuery(meQuery(useLocale()));
  return user && !mayCall(moveDate, user.roles) ? t("readOnly") : undefined;
}

function EditionOf({ year, disabledReason }: { year: string; disabledReason: string | undefined }) {
  const t = useTranslations("staff.dates");
  const locale = useLocale();
  const query = useQuery(readOf(getStaffEdition, { locale, params: { year } }));
  const edition = query.data;
  const { data: user } = useQuery(meQuery(locale));
  const figuresReason =
    user && !mayCall(setEditionFigures, user.roles) ? t("figures.readOnly") : undefined;
  return (
    <ListBody query={query} failed={t("failed")} rows={12}>
      {edition && (
        <>
          <Head edition={edition} />
          <Notices edition={edition} disabledReason={disabledReason} />
          <EditionDates edition={edition} mayAct={disabledReason === undefined}>
            <Changes edition={edition} />
          </EditionDates>
          <YearActions edition={edition} disabledReason={disabledReason} />
          <Figures edition={edition} disabledReason={figuresReason} />
        </>
      )}
    </ListBody>
  );
}

function Head({ edition }: { edition: StaffEdition }) {
  const t = useTranslations("staff.dates");
  const words = useDateMessages(edition);
  const { state, dates, year } = edition;
  const next = dates.flatMap(({ which, at }) =>
    at && Date.parse(at) > words.now ? [{ which, at }] : [],
  );
  const [first] = next.sort((one, other) => one.at.localeCompare(other.at));
  const at = new Date(edition.at);
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{t("title", { year: String(year) })}</h1>
      <div>
        <p className={styles.state}>
          <Status tone={TONES[state]}>{t(`state.${state}`)}</Status>
        </p>
        <p className={styles.quiet}>
          {t("at", {
            day: words.date(at, { weekday: "long", day: "numeric", month: "long" }),
            time: words.time(at),
          })}{" "}
          {first && t("next", { what: t(`name.${first.which}`), span: words.until(first.at) })}
        </p>
      </div>
    </header>
  );
}

/**
 * Shows notices about the edition: the user cannot change dates, another edition is current or prepared, or
 * staff closed the call early.
 */
function Notices({
  edition,
  disabledReason,
}: {
  edition: StaffEdition;
  disabledReason: string | undefined;
}) {
  const t = useTranslations("staff.dates");
  const words = useDateMessages(edition);
  const { year, current, others, state, closed_by: closed } = edition;
  const other = others.find((one) => one.current);
  const notices = [
    disabledReason,
    other && year > other.year && t("notice.prepared", { year: String(other.year) }),
    other &&
      year < other.year &&
      t(state === "open" ? "notice.superseded" : "notice.past", { year: String(other.year) }),
    ...(current
      ? others.flatMap((one) => {
          if (one.year > year) return t("notice.next", { year: String(one.year) });
          return one.state === "open" ? t("notice.alsoOpen", { year: String(one.year) }) : [];
        })
      : []),
    closed && t("notice.closed", { who: closed.who ?? "–", at: words.moment(closed.at) }),
  ].filter((notice) => typeof notice === "string");
  if (notices.length === 0) return null;
  return (
    <ul className={styles.notices}>
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  );
}
