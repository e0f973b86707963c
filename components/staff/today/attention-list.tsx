import { GoLink } from "@/components/ui/actions/go-link";
import markStyles from "@/components/ui/figures/mark.module.css";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Today } from "@/contract/staff/today";
import { Link } from "@/lib/i18n/navigation";
import { listOf, type Shape } from "./attention";
import { Figure } from "./figure";
import styles from "./rows.module.css";
import { useTodayWords } from "./use-today-words";

/** What needs somebody, besides what takes the whole field above: how many, a word, a sentence, where they are. */
export function AttentionList({ today, shape }: { today: Today; shape: Shape }) {
  const { t, figuresOf } = useTodayWords(today);
  const { hero, rows } = shape;
  const zero = today.checks.length - rows.length - Number(hero !== null);
  if (rows.length === 0) {
    return hero && <p className={styles.aside}>{t("rest", { count: zero })}</p>;
  }
  return (
    <section className={styles.section} aria-labelledby="attention">
      <div className={styles.head}>
        <h2 id="attention" className={styles.title}>
          {hero ? t("others", { count: rows.length }) : t("list")}
        </h2>
        <p className={styles.aside}>{t("order", { count: zero })}</p>
      </div>
      <ul className={styles.rows}>
        {today.checks
          .filter(({ check }) => rows.includes(check))
          .map((one) => {
            const href = one.count > 0 ? listOf(one) : undefined;
            const title = t(`checks.${one.check}.title`, figuresOf(one));
            return (
              <li key={one.check} className={styles.attention} data-word={one.word}>
                <p className={styles.count}>
                  <Figure value={one.count} />
                </p>
                <p className={styles.word}>
                  <span className={markStyles.mark} aria-hidden="true" />
                  {t(`word.${one.word}`)}
                </p>
                <div>
                  <h3 className={styles.strong}>{title}</h3>
                  <p className={styles.text}>{t(`checks.${one.check}.text`, figuresOf(one))}</p>
                </div>
                {href && (
                  <p className={styles.link}>
                    <GoLink component={Link} href={href}>
                      {t("see")} <Figure value={one.count} />{" "}
                      <VisuallyHidden>{title}</VisuallyHidden>
                    </GoLink>
                  </p>
                )}
              </li>
            );
          })}
      </ul>
    </section>
  );
}
