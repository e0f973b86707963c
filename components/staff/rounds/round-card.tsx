import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Status, type Tone } from "@/components/ui/figures/status";
import type { Language } from "@/contract/languages";
import type { ROUND_STATES, StaffRound, StaffRounds } from "@/contract/staff/rounds";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { useWhen } from "../shell/use-when";
import type { ROUND_ACTIONS } from "./round-dialog";
import styles from "./rounds.module.css";

const TONES: Record<(typeof ROUND_STATES)[number], Tone> = {
  to_come: "off",
  open: "flight",
  over: "wrong",
  closed: "done",
  final: "done",
};

export type RoundAction = keyof typeof ROUND_ACTIONS;
/** Actions on a round that only directors can run. */
const WEIGHTY: readonly RoundAction[] = ["close", "reopen", "again"];

/** Shows a round: its stage, dates, and jury, the reasons why it cannot open, and its actions. */
export function RoundCard({
  round,
  edition,
  disabledReason,
  weightyReason,
  onOpen,
}: {
  round: StaffRound;
  edition: Pick<StaffRounds, "readings">;
  disabledReason: string | undefined;
  /** Reason why the user cannot close, reopen, or repeat the round; undefined if the user can. */
  weightyReason: string | undefined;
  onOpen: (action: RoundAction) => void;
}) {
  const t = useTranslations("staff.rounds");
  const stages = useTranslations("staff.selection.stage");
  const format = useFormatter();
  const locale = useLocale() as Language;
  const { number, state, evaluators, closed, weight, obstacles, jury } = round;
  const offered: RoundAction[] = [
    "change",
    ...(number > 1 && (state === "to_come" || state === "open" || state === "over")
      ? (["dates"] as const)
      : []),
    ...(state === "closed" || state === "final" ? [] : (["jury"] as const)),
    ...(state === "open" || state === "over" ? (["close"] as const) : []),
    ...(state === "closed" ? (["reopen"] as const) : []),
    ...(number > 1 && (state === "open" || state === "over" || state === "closed")
      ? (["again"] as const)
      : []),
    ...(round.removable ? (["remove"] as const) : []),
  ];
  // Until the decisions of the previous stage are released, the round cannot have projects. So the card shows only that
  // the release is missing, and not that the projects are missing.
  const waiting = obstacles.includes("stage_unreleased");
  const shown = obstacles.filter((one) => !(waiting && one === "no_projects"));
  const { own, planned, wanted } = round.readings;
  const usual = own ?? edition.readings;
  const readings =
    planned === null || planned === usual
      ? format.number(wanted)
      : t("readingsPlanned", { usual, planned });
  const facts = [
    ["value", weight === null ? t("alone") : t("blended", { weight, rest: 100 - weight })],
    ["readings", readings],
    ["feedback", t(round.feedback ? (round.band ? "feedbackBand" : "feedbackOn") : "feedbackOff")],
    ["discussion", t(round.discussion ? "discussionOn" : "discussionOff")],
    ...(number > 1 ? [["earlier", t(round.shows_earlier ? "shown" : "hidden")] as const] : []),
    ...(number > 1 ? [["public", t(round.public ? "publicYes" : "publicNo")] as const] : []),
    ["jury", jury.length === 0 ? t("nobody") : format.list(jury.map(({ name }) => name))],
  ] as const;
  return (
    <li className={styles.round} data-round={number}>
      <div className={styles.head}>
        <h2 className={styles.name}>{round.names[locale]}</h2>
        <Status tone={TONES[state]}>{t(`state.${state}`)}</Status>
        <p className={styles.quiet}>
          {t("decides", { stage: stages(round.stage) })} <Span round={round} />
        </p>
        <p>
          <strong>{t("sum", { projects: round.projects, count: evaluators, closed })}</strong>
        </p>
      </div>
      {shown.length > 0 && (
        <ul className={styles.obstacles}>
          {shown.map((one) => (
            <li key={one}>
              {t(`obstacle.${one}`)}{" "}
              {one !== "no_jury" && (
                <Link href="/dashboard/regia/selezione">{t("toSelection")}</Link>
              )}
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.acts}>
        {offered.map((action) => (
          <Button
            key={action}
            small
            variant="secondary"
            disabledReason={WEIGHTY.includes(action) ? weightyReason : disabledReason}
            onClick={() => onOpen(action)}
          >
            {t(`act.${action}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}

function Span({ round: { opens, closes, number } }: { round: StaffRound }) {
  const t = useTranslations("staff.rounds");
  const when = useWhen();
  if (!closes) return t("spanOpen");
  const span = opens
    ? t("span", { opens: when.day(opens), closes: when.deadline(closes) })
    : t("spanUntil", dated("closes", when.deadline(closes)));
  return number === 1 ? `${span} ${t("ofEdition")}` : span;
}
