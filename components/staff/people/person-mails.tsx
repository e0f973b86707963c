import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/components/ui/figures/status";
import type { Person } from "@/contract/staff/people";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { screenNamed } from "../shell/screens";
import { useWhen } from "../shell/use-when";
import styles from "./person.module.css";
import { Part } from "./person-parts";

const TONES: Record<Person["mails"][number]["state"], Tone> = {
  waiting: "flight",
  stuck: "wrong",
  failed: "wrong",
  sent: "done",
  expired: "off",
};

/** Lists a person's newest emails with their delivery states. */
export function Mails({ person: { email, mails, mail_count } }: { person: Person }) {
  const t = useTranslations("staff.person");
  const fate = useTranslations("staff.application");
  const { moment } = useWhen();
  return (
    <Part title={t("mails")}>
      {mails.length === 0 && <p className={styles.quiet}>{t("noMails")}</p>}
      <ul>
        {mails.map(({ id, subject, state, at, left, attempts, says }) => (
          <li key={id} className={styles.item}>
            <p className={styles.line}>
              <strong>{subject}</strong>{" "}
              <Status tone={TONES[state]}>
                {fate(`mail.${state}`, { at: left ? moment(left) : "", attempts })}
              </Status>
            </p>
            <p className={styles.quiet}>
              {t("queued", dated("at", moment(at)))}
              {says && ` ${fate(state === "sent" ? "answered" : "says", { words: says })}`}
            </p>
          </li>
        ))}
      </ul>
      {mail_count > mails.length && (
        <p>
          <Link href={`${screenNamed("mail").path}?${new URLSearchParams({ search: email })}`}>
            {t("allMails", { count: mail_count })}
          </Link>
        </p>
      )}
    </Part>
  );
}

/** Shows which data stays after a person's erasure, and a link to the audit entries about the person. */
export function Stays({ person: { id, stays, erases_at } }: { person: Person }) {
  const t = useTranslations("staff.person");
  const { day } = useWhen();
  const { receipts, consents, acts, records } = stays;
  return (
    <Part title={t("stays")}>
      <p>{t("goes")}</p>
      <ul>
        {receipts.length > 0 && (
          <li>{t("stay.receipts", { count: receipts.length, numbers: receipts.join(", ") })}</li>
        )}
        <li>{t("stay.consents", { count: consents })}</li>
        {records > 0 && <li>{t("stay.records", { count: records })}</li>}
        <li>
          {t("stay.acts", { count: acts })}{" "}
          {acts > 0 && (
            <Link href={`${screenNamed("log").path}?${new URLSearchParams({ person: id })}`}>
              {t("seeActs")}
            </Link>
          )}
        </li>
      </ul>
      <p className={styles.quiet}>
        {erases_at ? t("erasesItself", dated("day", day(erases_at))) : t("inUse")}
      </p>
    </Part>
  );
}
