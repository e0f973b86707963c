import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { CRITERIA, SCORE_MAX } from "@/contract/evaluation/weights";
import type { Application } from "@/contract/staff/application";
import { Link } from "@/lib/i18n/navigation";
import { searchText } from "../list/list-address";
import { useWhen } from "../shell/use-when";
import { Evaluations } from "./evaluations";
import styles from "./one-application.module.css";

// Few applications have feedback, so the code that shows feedback loads after the page.
const FeedbackText = dynamic(() =>
  import("@/components/submission/feedback-text").then((it) => it.FeedbackText),
);

/**
 * Shows an application's rank, as soon as staff can read the ranking, and every selection decision about the
 * application. Renders nothing if the application has neither.
 */
export function Outcome({ application }: { application: Application }) {
  const { result, decisions, feedback, edition, jury, round } = application;
  const told = useTranslations("feedback");
  const t = useTranslations("staff.application.outcome");
  const stages = useTranslations("staff.selection.stage");
  const criteria = useTranslations("criteria");
  const format = useFormatter();
  const { moment } = useWhen();
  if (!result && decisions.length === 0) return null;
  const figure = (value: number | null) =>
    format.number(value ?? 0, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <section className={styles.part} aria-labelledby="outcome">
      <h2 id="outcome">{t("title")}</h2>
      {result && (
        <p>
          {result.rank === null || result.calibrated === null || result.mean === null
            ? t("unranked")
            : t("rank", {
                rank: result.rank,
                of: result.of,
                calibrated: figure(result.calibrated),
                mean: figure(result.mean),
                readings: result.readings,
              })}
        </p>
      )}
      {result?.through.last && (
        <p>
          {t("through", {
            ...{ stage: stages(result.through.stage), count: result.through.count },
            ...{
              rank: result.through.last.rank,
              calibrated: figure(result.through.last.calibrated),
            },
          })}
        </p>
      )}
      {result && result.rank !== null && (
        <>
          <p className={styles.quiet}>{t("criteria", { max: SCORE_MAX })}</p>
          <dl>
            {CRITERIA.map(({ id }) => (
              <div key={id} className={styles.line}>
                <dt>{criteria(`${id}.name`)}</dt>
                <dd>
                  {figure(result.criteria[id])}{" "}
                  <span className={styles.count}>{`(${figure(result.criteria_all[id])})`}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {jury.open && <Evaluations application={application} />}
      {decisions.length === 0 && <p>{t("undecided")}</p>}
      {decisions.map(({ stage, outcome, correction, released_at: at }) => (
        <p key={`${stage} ${at}`}>
          <strong>{t(`${outcome}.${stage}`)}</strong>{" "}
          <span className={styles.quiet}>
            {at ? t("released", { at: moment(at) }) : t("unreleased")}{" "}
            {correction && t("correction")}
          </span>
        </p>
      ))}
      {feedback.map(({ stage, band, texts }) => (
        <div key={stage} className={styles.part}>
          <h3>{told("received")}</h3>
          {band && <p>{told(`band.${band}`)}</p>}
          {texts.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change their order
            <FeedbackText key={place} {...one} />
          ))}
        </div>
      ))}
      {jury.open && (
        <GoLink
          component={Link}
          href={`/dashboard/regia/selezione${searchText({ edition: String(edition) }, { round: round?.number.toString() })}`}
        >
          {t("see")}
        </GoLink>
      )}
    </section>
  );
}
