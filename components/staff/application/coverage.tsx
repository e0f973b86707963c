import { useTranslations } from "next-intl";
import type { Application } from "@/contract/staff/application";
import { useRoundTitle } from "../rounds/use-round-title";
import styles from "./one-application.module.css";

/**
 * Order of the rings, one for each evaluator: by state, never by person, so that no ring can be matched to an
 * evaluator.
 */
const STATES = ["read", "begun", "recused", "unread", "missed"] as const;

/**
 * Shows the number of evaluators in each reading state of the project, such as read or recused, as rings and as text.
 * Also shows how many evaluators have closed their evaluation.
 */
export function Coverage({ application }: { application: Application }) {
  const { coverage, jury, readable } = application;
  const isRead = readable === "yes";
  const t = useTranslations("staff.application.coverage");
  const closed = useTranslations("staff.application.closed");
  const title = useRoundTitle(t("title"), application);
  return (
    <section className={styles.part} aria-labelledby="coverage">
      <h2 id="coverage">{title}</h2>
      {coverage ? (
        <>
          <p className={styles.rings} aria-hidden="true">
            {STATES.flatMap((state) =>
              Array.from({ length: coverage[state] }, (_, index) => (
                // Rings of one state are interchangeable.
                // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
                <span key={`${state}${index}`} className={styles.ring} data-state={state} />
              )),
            )}
          </p>
          <p>{t("words", coverage)}</p>
        </>
      ) : (
        <p>{isRead ? t("hidden") : closed(`${readable}.unread`)}</p>
      )}
      {isRead && (
        <p className={styles.quiet}>
          {t(wordsAbout(jury), { all: jury.all, closed: jury.closed })}
        </p>
      )}
    </section>
  );
}

function wordsAbout({ open, all, closed, early }: Application["jury"]) {
  if (!open) return "closed";
  if (closed === all) return "allClosed";
  return early ? "early" : "ended";
}
