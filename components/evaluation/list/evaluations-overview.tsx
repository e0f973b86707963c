"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { GoLink } from "@/components/ui/buttons/go-link";
import { ProgressRing } from "@/components/ui/figures/progress-ring";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { useAtLeast } from "@/components/ui/use-at-least";
import type { EvaluationWork } from "@/contract/evaluation/evaluation-work";
import { evaluationsQuery } from "@/lib/api/evaluation-query";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { dueOf, seesResults } from "../evaluation-state";
import { useRoundWords } from "../rounds/use-round-words";
import { useDates } from "../use-dates";
import { useTimes } from "../use-times";
import styles from "./evaluations-overview.module.css";
import { listAddress, pinned, rankingAddress, reviewAddress } from "./list-query";
import { ResubmittedLink } from "./resubmission-link";
import { WorkAction } from "./work-action";

/**
 * Shows an evaluator's home page: progress and next project of each current evaluation, then future rounds, then
 * earlier evaluations.
 */
export function EvaluationsOverview() {
  const t = useTranslations("evaluation.overview");
  const rounds = useTranslations("evaluation.rounds");
  const loading = useTranslations("loading");
  const { data: read, isError, isPending, refetch } = useQuery(evaluationsQuery(useLocale()));
  const waits = useAtLeast(isPending);
  const data = waits ? undefined : read;
  const { current, later, earlier, isElsewhere } = arranged(data?.evaluations ?? []);
  return (
    <section
      className={styles.overview}
      data-theme="dark"
      data-area="evaluation"
      aria-labelledby="evaluations-title"
    >
      <h1 id="evaluations-title" className={styles.title}>
        {t("title")}
      </h1>
      {!data && !isError && <Skeleton label={loading("label")} lines={4} />}
      {!data && isError && (
        <p role="alert">
          {loading("error")}{" "}
          <button type="button" className={styles.retry} onClick={() => void refetch()}>
            {loading("retry")}
          </button>
        </p>
      )}
      {data?.evaluations.length === 0 && <p>{t("none")}</p>}
      {isElsewhere && (
        <div className={styles.elsewhere}>
          <h2 className={styles.name}>{rounds("elsewhere")}</h2>
          <p>{rounds(later.length > 0 ? "elsewhereLater" : "elsewhereText")}</p>
        </div>
      )}
      {current.map((work) => (
        <CurrentWork key={keyOf(work)} work={work} />
      ))}
      {later.length + earlier.length > 0 && (
        <ul className={styles.works}>
          {later.map((work) => (
            <LaterRound key={keyOf(work)} work={work} />
          ))}
          {earlier.map((work) => (
            <EarlierWork key={keyOf(work)} work={work} />
          ))}
        </ul>
      )}
    </section>
  );
}

const keyOf = ({ edition, round }: EvaluationWork) => `${edition} ${round?.number ?? ""}`;

/**
 * Groups the evaluations into current, later, and earlier ones. If the newest edition has no rounds, this edition is
 * current. Otherwise the rounds that are open to the evaluator are current, the earliest first.
 */
function arranged(evaluations: readonly EvaluationWork[]) {
  const [newest, ...others] = evaluations;
  if (!newest || newest.round === undefined) {
    return { current: newest ? [newest] : [], later: [], earlier: others, isElsewhere: false };
  }
  const stateOf = ({ edition, round, closed, scoring }: EvaluationWork) => {
    if (edition !== newest.edition || closed || scoring === "over") return "earlier";
    // Evaluators can read the first round's projects before the round opens, so the first round counts as current.
    return scoring === "not_yet" && round && round.number > 1 ? "later" : "current";
  };
  const own = evaluations.filter(({ round }) => round !== null);
  const of = (state: ReturnType<typeof stateOf>) => own.filter((one) => stateOf(one) === state);
  return {
    current: of("current").toReversed(),
    later: of("later").toReversed(),
    earlier: of("earlier"),
    isElsewhere: newest.round === null,
  };
}

/** Returns the name of an edition or of one of its rounds. */
function useWorkName() {
  const t = useTranslations("evaluation.overview");
  const rounds = useTranslations("evaluation.rounds");
  const { nameOf } = useRoundWords();
  return ({ edition, round }: EvaluationWork) => {
    const year = String(edition);
    return round ? rounds("ofEdition", { name: nameOf(round), year }) : t("edition", { year });
  };
}

/**
 * Returns how many of the evaluator's projects are scored, as a number and in percent. Recused projects do not count.
 */
function progressOf({ counts }: EvaluationWork) {
  const due = dueOf(counts);
  const percent = due > 0 ? Math.min(100, Math.round((counts.scored * 100) / due)) : 0;
  return { scored: counts.scored, due, percent };
}

function CurrentWork({ work }: { work: EvaluationWork }) {
  const t = useTranslations("evaluation.overview");
  const list = useTranslations("evaluation.list");
  const format = useFormatter();
  const { moment } = useDates();
  const times = useTimes();
  const { counts, closed, closed_at, scoring, evaluationDeadlineAt } = work;
  const { percent, ...progress } = progressOf(work);
  const words = useRoundWords();
  const name = useWorkName()(work);
  const toCome = times.toCome(work);
  const isOpen = !closed && scoring === "open" && evaluationDeadlineAt;
  const left = isOpen ? times.leftUntil(evaluationDeadlineAt) : null;
  const query = pinned({ edition: work.edition }, work);
  return (
    <div className={styles.current}>
      <ProgressRing value={percent} label={name} size="var(--space-10)" sent={closed}>
        <span className={styles.percent}>{format.number(percent / 100, { style: "percent" })}</span>
      </ProgressRing>
      <div className={styles.words}>
        <h2 className={styles.name}>{name}</h2>
        {work.round && <p>{words.about(work.round, counts)}</p>}
        <p className={styles.lead}>
          {list("scored", progress)}
          {left && `, ${left}`}
        </p>
        <p>
          {closed && closed_at
            ? t("closedAt", dated("date", moment(closed_at)))
            : times.scoring(work)}
        </p>
        {!closed && toCome && <p className={styles.detail}>{toCome}</p>}
        {!closed && <ResubmittedLink count={counts.sent_again} query={query} />}
      </div>
      <div className={styles.act}>
        <WorkAction work={work} query={query} />
        <ButtonLink
          component={Link}
          href={listAddress(query, {})}
          variant="secondary"
          small
          prefetch={false}
        >
          {t("all")}
        </ButtonLink>
      </div>
    </div>
  );
}

function EarlierWork({ work }: { work: EvaluationWork }) {
  const t = useTranslations("evaluation.overview");
  const list = useTranslations("evaluation.list");
  const format = useFormatter();
  const { moment } = useDates();
  const times = useTimes();
  const { counts, closed, closed_at } = work;
  const { percent, ...progress } = progressOf(work);
  const begun = counts.scored + counts.partial > 0;
  const query = pinned({ edition: work.edition }, work);
  const name = useWorkName()(work);
  const ranked = seesResults(work);
  return (
    <li className={styles.work}>
      <ProgressRing value={percent} label={name} size="var(--space-8)" sent={closed}>
        <span className={styles.percent}>{format.number(percent / 100, { style: "percent" })}</span>
      </ProgressRing>
      <div className={styles.words}>
        <h2 className={styles.name}>{name}</h2>
        <p>{list("scored", progress)}</p>
        <p className={styles.detail}>
          {closed && closed_at
            ? t("closedAt", dated("date", moment(closed_at)))
            : times.scoring(work)}
        </p>
      </div>
      <div className={styles.ways}>
        <GoLink
          component={Link}
          href={ranked ? rankingAddress(query) : listAddress(query, {})}
          prefetch={false}
        >
          {ranked && t("ranking")}
          {!ranked && (closed || work.scoring !== "open") && t("all")}
          {!closed && work.scoring === "open" && (begun ? t("continue") : t("begin"))}
        </GoLink>
        {closed && work.round && (
          <GoLink component={Link} href={reviewAddress(query)} prefetch={false}>
            {list("toRecord")}
          </GoLink>
        )}
      </div>
    </li>
  );
}

/**
 * Shows a round that has not opened: its opening date and the number of its projects. The projects are not listed
 * before the opening.
 */
function LaterRound({ work }: { work: EvaluationWork }) {
  const times = useTimes();
  const name = useWorkName()(work);
  return (
    <li className={styles.work}>
      <div className={styles.words}>
        <h2 className={styles.name}>{name}</h2>
        <p>{times.scoring(work)}</p>
      </div>
    </li>
  );
}
