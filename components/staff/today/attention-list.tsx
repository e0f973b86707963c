import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import markStyles from "@/components/ui/figures/mark.module.css";
import { ROW } from "@/components/ui/page/use-row-keys";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Language } from "@/contract/languages";
import type { Check, CheckAnswer } from "@/contract/staff/checks";
import type { Today } from "@/contract/staff/today";
import { dated } from "@/lib/i18n/is-elided";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { useRowShortcuts } from "../list/use-row-shortcuts";
import { useRoundTitles } from "../rounds/use-round-title";
import { ShortcutHints } from "../shell/shortcut-hints";
import { listOf, type Shape, shownOf, wordOf } from "./attention";
import { Checked } from "./checked";
import { Figure } from "./figure";
import styles from "./rows.module.css";
import { useTodayMessages } from "./use-today-messages";

/** Service checks whose unknown result has a separate explanation. */
const UNKNOWN: Partial<Record<Check, true>> = {
  backup_old: true,
  jobs_silent: true,
  clock_off: true,
  sender_domain: true,
};

/** Checks whose counts concern only one round. */
const OF_ROUND: Partial<Record<Check, true>> = {
  few_readings: true,
  evaluators_late: true,
  conflicts_declared: true,
};

/**
 * Lists the checks that need attention, except the main problem at the top. Each row has a count, a state, an
 * explanation, and a link.
 */
export function AttentionList({ today, shape }: { today: Today; shape: Shape }) {
  const { t, closing, figuresOf } = useTodayMessages(today);
  const ofRounds = useTranslations("staff.rounds");
  const locale = useLocale() as Language;
  const router = useRouter();
  const inRound = useRoundTitles(today);
  const titleOf = (one: CheckAnswer) => {
    const title = t(`checks.${one.check}.${one.known ? "title" : "label"}`, figuresOf(one));
    return one.check in OF_ROUND ? inRound(title) : title;
  };
  // Why each blocked round did not open, with the same texts as the page of the rounds.
  const blockedText = today.rounds
    .flatMap(({ names, obstacles = [] }) => {
      const waits = obstacles.includes("stage_unreleased");
      const reasons = obstacles.filter((one) => !(waits && one === "no_projects"));
      const round = names[locale];
      const texts = reasons.map((reason) => ofRounds(`obstacle.${reason}`));
      return texts.length > 0 ? t("notOpened", { round, reasons: texts.join(" ") }) : [];
    })
    .join(" ");
  const textOf = (one: CheckAnswer) => {
    if (!one.known)
      return t(`unknownText.${one.check in UNKNOWN ? one.check : "other"}` as "unknownText.other");
    if (one.check === "rounds_blocked" && blockedText) return blockedText;
    if (one.readings && one.count > 0 && isOutOfReach(one)) return t("outOfReach", one.readings);
    if (wordOf(one) !== "normal") return t(`checks.${one.check}.text`, figuresOf(one));
    if (isOutOfReach(one)) return t("normalForming");
    const until = one.normal?.until;
    return until ? t("normalUntil", dated("day", closing(new Date(until)).day)) : t("normalText");
  };
  const { hero, rows, normal } = shape;
  const keys = useRowShortcuts<HTMLUListElement>({
    open: (id) => {
      const row = today.checks.find(({ check }) => check === id);
      const href = row && listOf(row);
      if (href) router.push(href);
    },
  });
  const listed = today.checks.filter(({ check }) => rows.includes(check) || normal.includes(check));
  if (listed.length === 0) {
    return hero && <Rest today={today} />;
  }
  return (
    <section className={styles.section} aria-labelledby="attention">
      <div className={styles.head}>
        <h2 id="attention" className={styles.title}>
          {rows.length === 0 ? t("normal") : hero ? t("others", { count: rows.length }) : t("list")}
        </h2>
        <ShortcutHints keys={["row", "openRow"]} />
      </div>
      <ul className={styles.rows} {...keys}>
        {listed.map((one) => {
          const href = listOf(one);
          const title = titleOf(one);
          return (
            <li
              key={one.check}
              {...{ [ROW]: one.check }}
              tabIndex={-1}
              className={styles.attention}
              data-word={wordOf(one)}
            >
              <p className={styles.count}>{one.known ? <Figure value={shownOf(one)} /> : "?"}</p>
              <p className={styles.word}>
                <span className={markStyles.mark} aria-hidden="true" />
                {t(`word.${wordOf(one)}`)}
              </p>
              <div>
                <h3 className={styles.strong}>{title}</h3>
                <p className={styles.text}>{textOf(one)}</p>
              </div>
              {href && (
                <p className={styles.link}>
                  <GoLink component={Link} href={href}>
                    {t("see")} {one.known && <Figure value={shownOf(one)} />}{" "}
                    <VisuallyHidden>{title}</VisuallyHidden>
                  </GoLink>
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {(hero ?? rows.length > 0) && <Rest today={today} />}
    </section>
  );
}

/** Reports whether more readings are missing than the evaluators can still do. */
const isOutOfReach = ({ readings }: CheckAnswer) =>
  readings !== null && readings.possible < readings.missing;

/** Lists all checks in a panel that is folded below a summary of the results. */
function Rest({ today }: { today: Today }) {
  const { t, time } = useTodayMessages(today);
  const { checks } = today;
  const count = (is: (one: CheckAnswer) => boolean) => checks.filter(is).length;
  return (
    <details className={styles.rest}>
      <summary>
        {t("rest", {
          zero: count((one) => wordOf(one) === "zero"),
          normal: count((one) => wordOf(one) === "normal"),
          unknown: count(({ known }) => !known),
        })}{" "}
        <span className={styles.text}>{t("last", { time: time(new Date(today.at)) })}</span>
      </summary>
      <Checked today={today} />
    </details>
  );
}
