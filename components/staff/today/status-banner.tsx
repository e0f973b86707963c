"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { AnswerOf } from "@/contract/endpoint";
import type { Check, getStandstill } from "@/contract/staff/checks";
import { Link, usePathname } from "@/lib/i18n/navigation";
import { SCREENS, screenAt } from "../shell/screens";
import { useServiceStatus } from "../shell/use-service-status";
import styles from "./status-banner.module.css";
import { useTodayMessages } from "./use-today-messages";

/** Pages that already explain a service problem, by check. The start page explains all other problems. */
const ABOUT: Partial<Record<Check, string>> = { mails_stuck: "mail", worker_silent: "mail" };

type Standstill = AnswerOf<typeof getStandstill>;

/**
 * Shows the most harmful service problem below the navigation of the control room's pages. The start page and the page
 * that explains the problem do not show it. When the problem ends, one line says so until the user opens another page.
 */
export function StatusBanner() {
  const pathname = usePathname();
  const now = useServiceStatus();
  const [seen, setSeen] = useState<{ pathname: string; last?: Standstill }>({ pathname });
  if (seen.pathname !== pathname) setSeen({ pathname });
  else if (now && now.checks.length > 0 && now !== seen.last) setSeen({ pathname, last: now });
  if (screenAt(pathname)?.name === "today" || !now) return <div role="status" />;
  return (
    <div role="status">
      {now.checks.length > 0 ? (
        <Strip serviceStatus={now} />
      ) : (
        seen.last && <Over serviceStatus={seen.last} at={now.at} />
      )}
    </div>
  );
}

function screenOf(check: Check) {
  const [today] = SCREENS;
  return SCREENS.find(({ name }) => name === ABOUT[check]) ?? today;
}

function Strip({ serviceStatus: { at, checks } }: { serviceStatus: Standstill }) {
  const { t, figuresOf } = useTodayMessages({ at, edition: null });
  const words = useTranslations("staff.alarm");
  const pathname = usePathname();
  const [worst] = checks.filter(({ check }) => screenOf(check) !== screenAt(pathname));
  if (!worst) return null;
  const others = checks.length - 1;
  return (
    <div className={styles.strip} data-alarm="">
      <p>
        <strong>{t(`hero.${worst.check}` as "hero.mails_stuck", figuresOf(worst))}</strong>{" "}
        {others > 0 && words("others", { count: others })}
      </p>
      <GoLink component={Link} href={screenOf(worst.check).path}>
        {words("look")}
      </GoLink>
    </div>
  );
}

/** Shows a line that says that the service problem has ended. */
function Over({ serviceStatus, at }: { serviceStatus: Standstill; at: string }) {
  const { time } = useTodayMessages({ at, edition: null });
  const words = useTranslations("staff.alarm");
  const isMail = serviceStatus.checks.some(({ check }) => ABOUT[check] === "mail");
  return (
    <p className={styles.over}>
      {words(isMail ? "mailAgain" : "over", { time: time(new Date(at)) })}
    </p>
  );
}
