import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { CLOSED_BEFORE_OPENING, type Selection } from "@/contract/staff/selection";
import { Link } from "@/lib/i18n/navigation";
import styles from "./selection.module.css";

/**
 * Shows how many evaluators have closed their evaluation, while some evaluators have not. Hides all scores. A thick
 * ring is an evaluator who has closed; a thin ring is an evaluator who has not.
 */
export function NotYet({
  selection: { evaluators, closed, round, rounds },
  disabledReason,
  onOpen,
}: {
  selection: Selection;
  /** Reason why staff cannot open the ranking early; undefined if they can. */
  disabledReason: string | undefined;
  onOpen: () => void;
}) {
  const t = useTranslations("staff.selection.notYet");
  const needed = CLOSED_BEFORE_OPENING;
  const tooFew =
    evaluators < needed
      ? t("tooSmall", { needed })
      : closed < needed
        ? t("tooFew", { closed, needed })
        : undefined;
  const isToCome = rounds?.find(({ number }) => number === round?.number)?.opened === false;
  const isClosed = (index: number) => (index < closed ? "released" : "free");
  return (
    <section className={styles.notYet}>
      <span className={styles.jury} aria-hidden="true">
        {Array.from({ length: evaluators }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a ring is its place
          <span key={index} className={styles.ring} data-is={isClosed(index)} />
        ))}
      </span>
      <h2 className={styles.heading}>{t("title")}</h2>
      <p>
        {isToCome
          ? t("toCome")
          : evaluators === 0
            ? t("nobody")
            : t("missing", { count: evaluators - closed })}{" "}
        {t("text")}
      </p>
      <p>
        {rounds ? (
          <Link href="/dashboard/regia/edizione/letture">{t("close")}</Link>
        ) : (
          <Link href="/dashboard/regia/valutatori">{t("evaluators")}</Link>
        )}
      </p>
      {!isToCome && (
        <Button
          small
          variant="secondary"
          disabledReason={disabledReason ?? tooFew}
          onClick={onOpen}
        >
          {t("open")}
        </Button>
      )}
    </section>
  );
}
