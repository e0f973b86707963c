import { useTranslations } from "next-intl";
import type { StaffEdition } from "@/contract/staff/editions";
import { Link } from "@/lib/i18n/navigation";
import { useFactMessages } from "../audit-log/fact-messages";
import styles from "./edition.module.css";
import { useDateMessages } from "./use-date-messages";

/** Lists the last changes of an edition and their authors, with a link to the audit log. */
export function Changes({ edition }: { edition: StaffEdition }) {
  const t = useTranslations("staff.dates");
  const log = useTranslations("staff.log");
  const words = useDateMessages(edition);
  const sayFact = useFactMessages();
  return (
    <section className={styles.changes} aria-labelledby="changes">
      <h2 id="changes" className={styles.subheading}>
        {t("changes")}
      </h2>
      {edition.changes.length === 0 ? (
        <p className={styles.quiet}>{t("noChanges")}</p>
      ) : (
        <ol className={styles.rows}>
          {edition.changes.map(({ number, act: action, who, level, at, facts, reason }) => (
            <li key={number} className={styles.row}>
              <div>
                <h3 className={styles.name}>
                  {t("change", { who: who ?? log(`level.${level}`), what: log(`act.${action}`) })}
                </h3>
                <p className={styles.small}>
                  {[
                    words.moment(at),
                    ...Object.entries(facts).map(([key, value]) => sayFact(key, value)),
                  ].join(", ")}
                  {reason && ` ${t("reason", { reason })}`}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      <p>
        <Link href={`/dashboard/regia/registro?edition=${edition.year}`}>{t("wholeLog")}</Link>
      </p>
    </section>
  );
}
