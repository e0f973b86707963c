import type { Today } from "@/contract/staff/today";
import { Link } from "@/lib/i18n/navigation";
import { SCREENS } from "../shell/screens";
import styles from "./rows.module.css";
import { useTodayMessages } from "./use-today-messages";

/** Lists future events in order: reminders with their number of recipients, and the edition's dates. */
export function AheadList({ today }: { today: Today }) {
  const { t, aheadWords, happening } = useTodayMessages(today);
  const edition = SCREENS.find(({ name }) => (name as string) === "edition");
  return (
    <section className={styles.section} aria-labelledby="ahead">
      <div className={styles.head}>
        <h2 id="ahead" className={styles.title}>
          {t("leaves")}
        </h2>
        <p className={styles.aside}>{t(today.ahead.length > 0 ? "leavesText" : "leavesNone")}</p>
      </div>
      {today.ahead.length > 0 && (
        <ol className={styles.rows}>
          {today.ahead.map((one) => {
            const { title, text } = aheadWords(one);
            const { day, time, isToday } = happening(one, "short");
            return (
              <li key={`${one.kind} ${one.round?.number ?? ""} ${one.at}`} className={styles.ahead}>
                <p>
                  <time dateTime={one.at}>
                    <span className={styles.day}>{isToday ? t("today") : day}</span>{" "}
                    <span className={styles.text}>{time}</span>
                  </time>
                </p>
                <div>
                  <h3 className={styles.strong}>{title}</h3>
                  <p className={styles.text}>{text}</p>
                </div>
                {edition && !one.kind.endsWith("reminder") && (
                  <p className={styles.link}>
                    <Link href={edition.path}>{t("seeEdition")}</Link>
                  </p>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
