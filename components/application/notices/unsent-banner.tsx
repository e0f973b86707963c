"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { Link, usePathname } from "@/lib/i18n/navigation";
import { standingOf } from "../application-state";
import { useDeadlineMessages, useTimeLeft } from "../deadline";
import styles from "./notices.module.css";

const REVIEW = "/dashboard/project/review";

/**
 * Reminds the applicant to press Send: the application is complete but was never sent, or it changed after it was sent.
 * The overview does not need this banner, because the overview itself shows this state.
 */
export function UnsentBanner({ answer }: { answer: ProjectAnswer }) {
  const t = useTranslations("project");
  const pathname = usePathname();
  const { state, left } = useTimeLeft(answer);
  const words = useDeadlineMessages(answer);
  const when = state === "closed" ? words.passed : words.closes;
  const standing = standingOf(answer);
  if (standing !== "completed" && standing !== "sent_changed") return null;
  const kind = standing === "completed" ? "unsent" : "sentChanged";

  return (
    <Banner title={t(`${kind}.title`)}>
      <p>
        {t(`${kind}.text`)} {left && `${t("unsent.left", { left })} `}
        {when}
      </p>
      {pathname !== REVIEW && (
        <Link className={styles.link} href={REVIEW} prefetch={false}>
          {t(`${kind}.link`)}
        </Link>
      )}
    </Banner>
  );
}
