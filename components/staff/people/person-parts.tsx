import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Status } from "@/components/ui/figures/status";
import { stateNameOf } from "@/contract/staff/application-states";
import type { Person } from "@/contract/staff/people";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { TONES } from "../applications/application-tones";
import { screenNamed } from "../shell/screens";
import { useRoleWord } from "../shell/use-role-name";
import { useWhen } from "../shell/use-when";
import styles from "./person.module.css";

/** Renders a section of a person's page with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Renders a line in a section of a person's page: a label and its state. */
export function Line({ what, children }: { what: ReactNode; children?: ReactNode }) {
  return (
    <li className={styles.item}>
      <p className={styles.line}>
        <strong>{what}</strong> {children}
      </p>
    </li>
  );
}

/** Lists an account's ways to sign in by kind and date. Shows no secrets. */
export function WaysIn({
  person: { email, ways },
  children,
}: {
  person: Person;
  children?: ReactNode;
}) {
  const t = useTranslations("staff.person");
  const { day } = useWhen();
  const { passkeys, app, providers } = ways;
  const used = (at: string | null) => (at ? t("lastUsed", dated("day", day(at))) : t("neverUsed"));
  return (
    <Part title={t("ways")}>
      <ul>
        <Line what={t("way.password")}>
          <span>{t(ways.password ? "there" : "none")}</span>
        </Line>
        {providers.map(({ provider, linked_at }) => (
          <Line key={provider} what={t(`way.${provider}`)}>
            <span>{t("linked", dated("day", day(linked_at)))}</span>
          </Line>
        ))}
        {passkeys.map(({ name, added_at, last_used_at }) => (
          <Line key={`${name} ${added_at}`} what={t("way.passkey", { name })}>
            <span>{used(last_used_at)}</span>
          </Line>
        ))}
        {passkeys.length === 0 && (
          <Line what={t("way.noPasskey")}>
            <span>{t("none")}</span>
          </Line>
        )}
        <Line what={t("way.app")}>
          <span>{app ? used(app.last_used_at) : t("none")}</span>
        </Line>
      </ul>
      {app && <p className={styles.quiet}>{t("codes", { count: ways.recovery_codes })}</p>}
      {ways.lacking.length > 0 && (
        <p>
          <Status tone="wrong">{t("lacking")}</Status>
        </p>
      )}
      {ways.reset_at && (
        <p>
          <Status tone="flight">{t("reset", dated("day", day(ways.reset_at)))}</Status>
        </p>
      )}
      <p className={styles.quiet}>{t("passwordClosed")}</p>
      {children}
      {(app || passkeys.length > 0) && (
        <p className={styles.quiet}>
          {t("lostFactor")} <code>{`npm run user -- second-factor reset ${email} --and NAME`}</code>
        </p>
      )}
    </Part>
  );
}

export function Sessions({
  person: { sessions },
  children,
}: {
  person: Person;
  children?: ReactNode;
}) {
  const t = useTranslations("staff.person");
  const { day, moment } = useWhen();
  return (
    <Part title={t("sessions")}>
      {sessions.length === 0 && <p className={styles.quiet}>{t("noSessions")}</p>}
      <ul>
        {sessions.map(({ id, device, place, since, last_used_at }) => (
          <li key={id} className={styles.item}>
            <p className={styles.line}>
              <strong>{device || t("unknownDevice")}</strong> <span>{moment(last_used_at)}</span>
            </p>
            <p className={styles.quiet}>
              {t("since", dated("day", day(since)))}
              {place && ` ${t("place", { place })}`}
            </p>
          </li>
        ))}
      </ul>
      {children}
    </Part>
  );
}

export function RolesAndProjects({ person: { roles, projects } }: { person: Person }) {
  const t = useTranslations("staff.person");
  const list = useTranslations("staff.applications");
  const roleWord = useRoleWord();
  return (
    <Part title={t("rolesAndProjects")}>
      <ul>
        {projects.map(({ id, name, edition, state, number }) => (
          <Line
            key={id}
            what={
              <Link href={`${screenNamed("applications").path}/${id}`}>
                {t("project", { name: name || list("unnamed"), year: String(edition) })}
              </Link>
            }
          >
            <Status tone={TONES[state]}>{list(`value.${stateNameOf({ state, number })}`)}</Status>
          </Line>
        ))}
      </ul>
      {projects.length === 0 && <p className={styles.quiet}>{t("noProjects")}</p>}
      <p className={styles.quiet}>
        {roles.length > 0 ? t("roles", { roles: roles.map(roleWord).join(", ") }) : t("noRoles")}
      </p>
    </Part>
  );
}
