import { useTranslations } from "next-intl";
import type { Application } from "@/contract/staff/application";
import { useWhen } from "../shell/use-when";
import styles from "./one-application.module.css";

/** Lists the notes of staff, newest first. Each note is an audit log entry. */
export function Notes({ happened }: Pick<Application, "happened">) {
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
