import { useFormatter } from "next-intl";
import type { CheckAnswer } from "@/contract/staff/checks";
import type { Today } from "@/contract/staff/today";
import { shownOf } from "./attention";
import styles from "./today.module.css";
import { useTodayMessages } from "./use-today-messages";

/** Lists all service checks and their results. */
export function Checked({ today }: { today: Today }) {
  const format = useFormatter();
  const { t, time, figuresOf, span, now } = useTodayMessages(today);

  function said(one: CheckAnswer): string {
    const { check, known, since, measure } = one;
    if (!known) return t("unknown");
    if (check === "backup_old" && since) {
      return t("agoShort", { span: span(Date.parse(since), now) });
    }
    if (check === "clock_off" && measure !== null) return t("off", { ms: Math.abs(measure) });
    // A check with a yes-or-no result shows a word instead of its count: "0" beside "Email sending" would look like a
    // failure.
    const zero = `checks.${check}.zero` as "checks.database_read_only.zero";
    if (t.has(zero)) return shownOf(one) === 0 ? t(zero) : t("toLookAt");
    return format.number(shownOf(one));
  }

  return (
    <div>
      <h2 className={styles.strong}>
        {t("checked", { count: today.checks.length, time: time(new Date(today.at)) })}
      </h2>
      <dl className={styles.checks}>
        {today.checks.map((one) => (
          <div key={one.check}>
            <dt>{t(`checks.${one.check}.label`, figuresOf(one))}</dt>
            <dd>{said(one)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
