"use client";

import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/components/ui/figures/status";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { dated } from "@/lib/i18n/is-elided";
import { useApplication } from "../application-context";
import { useDateFormat } from "../use-date-format";
import styles from "./overview.module.css";

type Edition = ProjectAnswer["editions"][number];

const TONES: Record<Edition["state"], Tone> = {
  not_yet_open: "here",
  open: "flight",
  closed: "off",
  awarded: "off",
};

/** Reports whether this applicant can still send an application after the general deadline. */
export function hasMoreTime(answer: ProjectAnswer, { year, state }: Edition): boolean {
  const { projectDeadlineAt, projectDeadline, edition } = answer;
  const isExtended = year === edition.year && projectDeadlineAt > edition.closesAt;
  return state === "closed" && isExtended && !projectDeadline;
}

/**
 * Returns the current edition and all earlier ones. Applicants must not see the next edition while staff prepare it.
 */
export function announced({ editions, edition }: Pick<ProjectAnswer, "editions" | "edition">) {
  return editions.filter(({ year }) => year <= edition.year);
}

/** Lists the current and all earlier editions with their state. Earlier editions are closed or awarded. */
export function EditionsList() {
  const t = useTranslations("dashboard.editions");
  const format = useDateFormat();
  const { answer } = useApplication();
  const date = (instant: string) =>
    format.dateTime(new Date(instant), { timeZone: PROGRAMME_ZONE, day: "numeric", month: "long" });

  return (
    <section aria-labelledby="editions-title">
      <h2 id="editions-title" className={styles.heading}>
        {t("title")}
      </h2>
      <ul className={styles.rows}>
        {announced(answer).map((edition) => {
          const state = hasMoreTime(answer, edition) ? "open" : edition.state;
          const about = state === edition.state ? state : "extended";
          return (
            <li key={edition.year} className={styles.edition}>
              <span className={styles.year}>{edition.year}</span>
              <span>{t(`about.${about}`, dated("date", date(edition.opensAt)))}</span>
              <Status tone={TONES[state]}>{t(`state.${state}`)}</Status>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
