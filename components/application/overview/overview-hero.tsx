"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Status, type Tone } from "@/components/ui/figures/status";
import { useArrivalFocus } from "@/components/ui/overlays/focus";
import { firstIncompleteStep, missingFields } from "@/contract/project/progress";
import { REQUIRED_FIELDS } from "@/contract/project/project-fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { useApplication } from "../application-context";
import { percentFilled, type Standing, standingOf, withdrawnAs } from "../application-state";
import { useDecisions } from "../notices/use-decisions";
import { useReceiptPath } from "../review/receipt";
import { SendFailed } from "../review/send-failed";
import { useSentTime } from "../review/sent-time";
import { useSending } from "../review/use-sending";
import { WithdrawnPanel } from "../review/withdrawn-panel";
import { useShortTime } from "../use-date-format";
import { Countdown } from "./countdown";
import { LeapPath } from "./leap-path";
import styles from "./overview-hero.module.css";

const TONES: Record<Standing, Tone> = {
  empty: "here",
  partial: "flight",
  completed: "done",
  sent: "done",
  sent_changed: "flight",
  withdrawn: "off",
  expired: "wrong",
  missed: "off",
  not_yet_open: "off",
};

/**
 * The page that the main button opens in each state of the application. Null if the state has no such button.
 */
const TARGETS: Record<Standing, "first_step" | "/dashboard/project/review" | null> = {
  empty: "first_step",
  partial: "first_step",
  completed: "/dashboard/project/review",
  sent: "/dashboard/project/review",
  sent_changed: "/dashboard/project/review",
  withdrawn: null,
  expired: "/dashboard/project/review",
  missed: null,
  not_yet_open: "first_step",
};

/** States of the application in which the applicant can read but not change the application. */
const SETTLED: readonly Standing[] = ["sent", "expired", "not_yet_open"];

/** Returns the size of a title. Long project names get a smaller size, so that the title never fills the page. */
function sizeOf(title: string): "short" | "medium" | "long" {
  const longestWord = Math.max(...title.split(/\s/).map((word) => word.length));
  if (title.length <= 9) return "short";
  return title.length <= 28 && longestWord <= 13 ? "medium" : "long";
}

/**
 * Shows the application's state with a picture, a sentence, and one button.
 *
 * @param second true if other content comes first on the page and contains the page title
 */
export function OverviewHero({ second = false }: { second?: boolean }) {
  const t = useTranslations("dashboard");
  const { answer } = useApplication();
  const standing = standingOf(answer);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = answer.project.nome || t("title");
  const filled = REQUIRED_FIELDS.length - missingFields(answer.project).length;
  const Title = second ? "h2" : "h1";
  // If staff have released a decision about a sent application, show the decision instead of the state "sent".
  const [last] = useDecisions();
  const decided = standing === "sent" ? last : undefined;
  useArrivalFocus(heading);

  return (
    <div className={styles.hero}>
      <div className={styles.text}>
        <Status tone={TONES[standing]}>
          {decided
            ? t(`timeline.decision.${decided.outcome}.${decided.stage}`)
            : t(`status.${standing === "withdrawn" ? withdrawnAs(answer) : standing}`)}
        </Status>
        <Title className={styles.title} data-size={sizeOf(title)} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Lead standing={standing} />
        <Action standing={standing} />
      </div>
      <LeapPath
        standing={standing}
        closed={answer.projectDeadline}
        filled={filled}
        percent={percentFilled(answer)}
      />
      <Countdown />
    </div>
  );
}

function Lead({ standing }: { standing: Standing }) {
  const t = useTranslations("dashboard.lead");
  const { answer } = useApplication();
  const shortTime = useShortTime();
  const sentTime = useSentTime();
  const receiptPath = useReceiptPath();
  const missing = missingFields(answer.project).length;
  const sentAt = answer.projectSentAt ? sentTime(answer.projectSentAt) : "";

  if (standing === "partial") {
    const saved = answer.projectSavedAt;
    return (
      <p className={styles.lead}>
        {t("partial", { ...FIGURES, count: missing })}
        {saved && ` ${t("savedAt", { time: shortTime(saved) })}`}
      </p>
    );
  }
  if (standing === "withdrawn") {
    const words = withdrawnAs(answer);
    return <p className={styles.lead}>{t(answer.projectDeadline ? `${words}ForGood` : words)}</p>;
  }
  if (standing !== "sent" && standing !== "sent_changed")
    return <p className={styles.lead}>{t(standing, FIGURES)}</p>;
  return (
    <>
      <p className={styles.lead}>
        {t(standing, dated("date", sentAt))}
        {standing === "sent" && answer.projectUnsent && ` ${t("sentStale")}`}
      </p>
      <p>
        <a className={styles.receipt} href={receiptPath} download>
          {t("receipt")}
        </a>
      </p>
    </>
  );
}

function Action({ standing }: { standing: Standing }) {
  const t = useTranslations("dashboard.action");
  const sending = useSending();
  const { answer } = useApplication();
  const leads = TARGETS[standing];
  const target =
    leads === "first_step" ? `/dashboard/project/${firstIncompleteStep(answer.project)}` : leads;

  return (
    <div className={styles.action}>
      {target && (
        <ButtonLink
          component={Link}
          href={target}
          prefetch={false}
          variant={SETTLED.includes(standing) ? "secondary" : "primary"}
        >
          {t(standing as "partial")}
        </ButtonLink>
      )}
      {standing === "withdrawn" && <WithdrawnPanel sending={sending} />}
      {sending.failure && <SendFailed failure={sending.failure} />}
    </div>
  );
}
