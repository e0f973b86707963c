import { GoLink } from "@/components/ui/actions/go-link";
import markStyles from "@/components/ui/figures/mark.module.css";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { CheckAnswer, Today } from "@/contract/staff/today";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { KeyHints } from "../frame/key-hints";
import { ROW, useRowKeys } from "../list/use-row-keys";
import { listOf, type Shape } from "./attention";
import { Figure } from "./figure";
import styles from "./rows.module.css";
import { useTodayWords } from "./use-today-words";

/** What needs somebody, besides what takes the whole field above: how many, a word, a sentence, where they are. */
export function AttentionList({ today, shape }: { today: Today; shape: Shape }) {
  const { t, figuresOf } = useTodayWords(today);
  const router = useRouter();
  const { hero, rows } = shape;
  const leads = (one: CheckAnswer) => (one.count > 0 ? listOf(one) : undefined);
  const keys = useRowKeys<HTMLUListElement>({
    open: (id) => {
      const row = today.checks.find(({ check }) => check === id);
      const href = row && leads(row);
      if (href) router.push(href);
    },
  });
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
        <KeyHints keys={["row", "openRow"]} />
      </div>
      <ul className={styles.rows} {...keys}>
        {today.checks
          .filter(({ check }) => rows.includes(check))
          .map((one) => {
            const href = leads(one);
            const title = t(`checks.${one.check}.title`, figuresOf(one));
            return (
              <li
                key={one.check}
                {...{ [ROW]: one.check }}
                tabIndex={-1}
                className={styles.attention}
                data-word={one.word}
              >
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
