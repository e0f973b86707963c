"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Status } from "@/components/ui/figures/status";
import { Breadcrumbs } from "@/components/ui/page/breadcrumbs";
import { languageName } from "@/contract/languages";
import { getPerson, type Person as Whole } from "@/contract/staff/people";
import { sendLink, signOutPerson } from "@/contract/staff/people-actions";
import { readOf } from "@/lib/api/query";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { searchText } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { useStepKeys } from "../list/list-steps";
import { screenNamed } from "../shell/screens";
import { useWhen } from "../shell/use-when";
import { TONES } from "./people-rows";
import styles from "./person.module.css";
import { HeadActions, PersonAction } from "./person-actions";
import { Consents } from "./person-consents";
import { Mails, Stays } from "./person-mails";
import { PersonNeighbours, usePeopleBehind } from "./person-neighbours";
import { RolesAndProjects, Sessions, WaysIn } from "./person-parts";
import { Readings } from "./person-readings";
import { Requests } from "./person-requests";

/** Renders a person's page for staff: account, ways to sign in, consents, data requests, and emails. */
export function Person({ id }: { id: string }) {
  const t = useTranslations("staff.person");
  const locale = useLocale();
  const query = useQuery(readOf(getPerson, { locale, params: { id } }));
  const { data } = query;
  useStepKeys();
  return (
    <div className={styles.page}>
      <ListBody query={query} rows={12}>
        {data && (
          <>
            <Head person={data} />
            <div className={styles.three}>
              <WaysIn person={data}>
                <PersonAction endpoint={sendLink} person={data}>
                  {t(data.state === "unconfirmed" ? "act.confirmLink" : "act.passwordLink")}
                </PersonAction>
              </WaysIn>
              <Sessions person={data}>
                {data.sessions.length > 0 && (
                  <PersonAction endpoint={signOutPerson} person={data}>
                    {t("act.signOut", { count: data.sessions.length })}
                  </PersonAction>
                )}
              </Sessions>
              <RolesAndProjects person={data} />
            </div>
            {data.roles.includes("evaluator") && data.state === "active" && (
              <div className={styles.two}>
                <Readings person={data} />
              </div>
            )}
            <Consents person={data} />
            <div className={styles.two}>
              <Mails person={data} />
              <Stays person={data} />
            </div>
          </>
        )}
      </ListBody>
    </div>
  );
}

function Head({ person }: { person: Whole }) {
  const t = useTranslations("staff.person");
  const people = useTranslations("staff.people");
  const locale = useLocale();
  const { day } = useWhen();
  const list = usePeopleBehind();
  const { name, email, language, state, erases_at } = person;
  return (
    <header className={styles.head}>
      <div>
        <Breadcrumbs
          label={t("where")}
          component={Link}
          trail={[
            { href: `${screenNamed("people").path}${searchText(list)}`, words: people("title") },
          ]}
          current={name || email}
        />
        <PersonNeighbours person={person} />
        <p>
          <Status tone={TONES[state]}>{t(`state.${state}`)}</Status>
        </p>
        <h1 className={styles.title}>{name || email}</h1>
        <p className={styles.who}>
          {email} <span>{t("language", { language: languageName(locale, language) })}</span>
        </p>
        <p className={styles.quiet}>
          {t("registered", dated("day", day(person.registered_at)))}
          {erases_at && <strong> {t("erases", dated("day", day(erases_at)))}</strong>}
        </p>
        {person.runs_programme && <p className={styles.quiet}>{t("runsProgramme")}</p>}
        <HeadActions person={person} />
      </div>
      <Requests person={person} />
    </header>
  );
}
