"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Ordinal } from "@/components/ui/figures/ordinal";
import { Status } from "@/components/ui/figures/status";
import { StepArc } from "@/components/ui/figures/step-arc";
import { RACE } from "@/contract/evaluation/funnel";
import { STEPS } from "@/contract/project/project-fields";
import { type Application, getApplication } from "@/contract/staff/application";
import { stateNameOf } from "@/contract/staff/application-states";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { TONES } from "../applications/application-tones";
import { applicationHref } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { useStepKeys } from "../list/list-steps";
import { screenNamed } from "../shell/screens";
import { useWhen } from "../shell/use-when";
import { Coverage } from "./coverage";
import { HeadActions } from "./head-actions";
import { InCharge } from "./in-charge";
import styles from "./one-application.module.css";
import { Outcome } from "./outcome";
import { PlaceInList } from "./place-in-list";
import { TimeLeft } from "./time-left";
import { Files, Versions } from "./versions";
import { Views } from "./views";

/** Renders the page of one application for staff: its state, its activity, and its versions. */
export function OneApplication({ id, programme }: { id: string; programme: string }) {
  const locale = useLocale();
  const query = useQuery(readOf(getApplication, { locale, params: { id } }));
  const { data } = query;
  useStepKeys();
  return (
    <div className={styles.page}>
      <ListBody query={query} rows={12}>
        {data && (
          <>
            <PlaceInList application={data} />
            <Head application={data} />
            <div className={styles.columns}>
              <Views application={data} programme={programme} />
              <div className={styles.side}>
                <InCharge application={data} />
                <Outcome application={data} />
                <Coverage application={data} />
                <Versions application={data} programme={programme} />
                <Files application={data} />
                <Notes happened={data.happened} />
              </div>
            </div>
          </>
        )}
      </ListBody>
    </div>
  );
}

function Head({ application }: { application: Application }) {
  const t = useTranslations("staff.application");
  const list = useTranslations("staff.applications");
  const { deadline, elsewhere } = useWhen();
  const { name, person, email, number, state, steps, time_zone } = application;
  const outcome = useTranslations("staff.application.outcome");
  const known = application.decisions.filter((one) => one.released_at !== null);
  const isRace = ({ stage }: (typeof known)[number]) => RACE.includes(stage);
  const prizes = known.filter((one) => !isRace(one) && one.outcome === "selected");
  const outcomes = [known.findLast(isRace), ...prizes].flatMap((one) =>
    one ? outcome(`${one.outcome}.${one.stage}`) : [],
  );
  const own = time_zone && elsewhere(application.deadline_at, time_zone);
  const extended = application.deadline_at !== application.closes_at;
  return (
    <header className={styles.head}>
      <div>
        <p>
          <Status tone={TONES[state]}>{list(`value.${stateNameOf(application)}`)}</Status>{" "}
          {outcomes.join(", ")}
        </p>
        <h1 className={styles.title}>{name || list("unnamed")}</h1>
        <p className={styles.who}>
          <Link href={`${screenNamed("people").path}/${application.person_id}`} title={t("person")}>
            {person || email}
          </Link>{" "}
          <span>{[email, number && t("receipt", { number })].filter(Boolean).join(", ")}</span>
        </p>
        {application.shared_phones.length > 0 && (
          <p className={styles.who}>
            {t("sharedPhone", { count: application.shared_phones.length })}{" "}
            {application.shared_phones.map((other) => (
              <Link key={other.id} href={applicationHref(other.id, {})}>
                {other.name || list("unnamed")}
              </Link>
            ))}
          </p>
        )}
        <HeadActions application={application} />
      </div>
      <p className={styles.deadline}>
        <TimeLeft until={application.deadline_at} />
        <strong>{t("deadline", { at: deadline(application.deadline_at) })}</strong>{" "}
        <span>
          {extended ? t("extended", { at: deadline(application.closes_at) }) : t("everybodys")}
        </span>{" "}
        {own && <span>{t("ownClock", { at: own })}</span>}
      </p>
      <Steps steps={steps} />
    </header>
  );
}

function Steps({ steps }: Pick<Application, "steps">) {
  const t = useTranslations("steps");
  const list = useTranslations("staff.applications");
  return (
    <ol className={styles.steps}>
      {STEPS.map((step, index) => {
        const { filled = 0, required = 1 } = steps[index] ?? {};
        return (
          <li key={step}>
            <StepArc className={styles.arc} {...{ filled, required }} />
            <p className={styles.step}>
              <Ordinal number={index + 1} /> <strong>{t(`short.${step}`)}</strong>{" "}
              <span className={styles.count}>{list("progress", { filled, required })}</span>
            </p>
          </li>
        );
      })}
    </ol>
  );
}

/** Lists the notes of staff about an application, newest first. Each note is an audit log entry. */
function Notes({ happened }: Pick<Application, "happened">) {
  const t = useTranslations("staff.application");
  const { moment } = useWhen();
  const notes = happened.flatMap((one) =>
    one.kind === "act" && one.act === "application.note" ? [one] : [],
  );
  return (
    <section className={styles.part} aria-labelledby="notes">
      <h2 id="notes">{t("note.title")}</h2>
      <ul>
        {notes.map(({ line, at, who, reason }) => (
          <li key={line} className={styles.item}>
            <p>{reason ?? t("note.gone")}</p>
            <p className={styles.quiet}>{`${who ?? t("somebody")}, ${moment(at)}`}</p>
          </li>
        ))}
      </ul>
      {notes.length === 0 && <p className={styles.quiet}>{t("note.none")}</p>}
    </section>
  );
}
