import { useLocale, useTranslations } from "next-intl";
import { Status, type Tone } from "@/components/ui/figures/status";
import type { Language } from "@/contract/languages";
import type { RoundStrip as Strip } from "@/contract/staff/rounds";
import { Link } from "@/lib/i18n/navigation";
import { useWhen } from "../shell/use-when";
import styles from "./round-strip.module.css";

type StripRound = NonNullable<Strip["rounds"]>[number];

/**
 * URL parameters that are removed when the user opens another round, because each round has its own evaluators and
 * projects.
 */
const OTHERS = { stage: undefined, page: undefined, evaluator: undefined };

/** Renders links to the rounds of an edition, in the order of their stages, with the progress of each jury. */
export function RoundStrip({
  rounds,
  current,
  href,
}: {
  rounds: readonly StripRound[];
  current: number | undefined;
  href: (change: Record<string, string | undefined>) => string;
}) {
  const t = useTranslations("staff.selection.rounds");
  const locale = useLocale() as Language;
  return (
    <nav className={styles.strip} aria-label={t("title")}>
      <ol>
        {rounds.map((round) => (
          <li key={round.number}>
            <Link
              href={href({ round: String(round.number), ...OTHERS })}
              aria-current={round.number === current ? "page" : undefined}
            >
              {round.names[locale]}
            </Link>
            <RoundState round={round} />
          </li>
        ))}
      </ol>
      <Link href="/dashboard/regia/edizione/letture">{t("edit")}</Link>
    </nav>
  );
}

function RoundState({ round }: { round: StripRound }) {
  const t = useTranslations("staff.selection.rounds");
  const when = useWhen();
  const { opened, opens, closed_at, closed, evaluators, projects } = round;
  const is = round.replaced
    ? "replaced"
    : closed_at
      ? "closed"
      : !opened
        ? "to_come"
        : evaluators > 0 && closed === evaluators
          ? "done"
          : "running";
  const tones: Record<typeof is, Tone> = {
    replaced: "off",
    closed: "done",
    to_come: "off",
    done: "done",
    running: "flight",
  };
  return (
    <Status tone={tones[is]}>
      {t(is, {
        ...{ closed, evaluators, projects },
        day: closed_at ? when.day(closed_at) : opens ? when.day(opens) : "–",
      })}
    </Status>
  );
}
