import { GoLink } from "@/components/ui/buttons/go-link";
import { cx } from "@/components/ui/cx";
import markStyles from "@/components/ui/figures/mark.module.css";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { CheckAnswer } from "@/contract/staff/checks";
import type { Today } from "@/contract/staff/today";
import { Link } from "@/lib/i18n/navigation";
import { listOf, type Shape } from "./attention";
import { Checked } from "./checked";
import { MailQueue } from "./mail-queue";
import styles from "./today.module.css";
import { useTodayMessages } from "./use-today-messages";

/**
 * Renders the head of the staff's start page. The head is coloured as an alarm during a service problem, and black and
 * white otherwise.
 */
export function TodayHead({ today, shape }: { today: Today; shape: Shape }) {
  const { t, time, date, figuresOf, aheadWords, happening } = useTodayMessages(today);
  const hero = today.checks.find(({ check }) => check === shape.hero);
  const href = hero && hero.count > 0 ? listOf(hero) : undefined;
  const at = new Date(today.at);
  const [next] = today.ahead;
  const moment = next && happening(next);
  const title = hero
    ? heroTitle(hero)
    : shape.rows.length > 0
      ? t("some", { count: shape.rows.length })
      : t("calm");

  // The checks of the kind "stuck" report service problems. If one of these checks has an unknown result, a service can
  // have a problem, so do not say that all services work.
  const runs = today.checks.every(({ word, known }) => known || word !== "stuck");

  function heroTitle(check: CheckAnswer): string {
    // The service problem can end while the user points at the list below the title. The layout then stays, and the
    // title says that no problem is left.
    if (check.count === 0) return t("calm");
    return t(`hero.${check.check}` as "hero.mails_stuck", figuresOf(check));
  }

  return (
    <section data-alarm={hero ? "" : undefined}>
      {/* Screen readers announce the title only when it changes. They do not announce the time of the last update. */}
      <VisuallyHidden as="output">{title}</VisuallyHidden>
      <div className={cx(styles.inner, !hero && shape.rows.length === 0 && styles.calm)}>
        <div>
          <p className={styles.now}>
            <span className={markStyles.mark} aria-hidden="true" />
            {t("at", { day: date(at, { dateStyle: "full" }), time: time(at) })}
          </p>
          <h1 className={styles.title}>{title}</h1>
          {hero ? (
            <div className={styles.facts}>
              <p className={styles.lead}>{t(`checks.${hero.check}.text`, figuresOf(hero))}</p>
              {hero.says && (
                <div>
                  <p className={styles.strong}>{t("says")}</p>
                  <p className={styles.says}>{hero.says}</p>
                </div>
              )}
              {href && (
                <p className={styles.way}>
                  <GoLink component={Link} href={href}>
                    {t("see")} <VisuallyHidden>{title}</VisuallyHidden>
                  </GoLink>
                </p>
              )}
            </div>
          ) : (
            <p className={styles.lead}>
              {shape.rows.length === 0 ? t("calmText") : runs && t("someText")}{" "}
              {next &&
                moment &&
                t("next", { what: aheadWords(next).title, day: moment.day, time: moment.time })}
            </p>
          )}
        </div>
        {!hero && shape.rows.length === 0 && <Checked today={today} />}
      </div>
      {hero?.check === "mails_stuck" && <MailQueue count={hero.count} />}
    </section>
  );
}
