"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { Link, usePathname } from "@/lib/i18n/navigation";
import { standingOf } from "../application-state";
import styles from "../saving/notices.module.css";
import { useDeadlineWords, useTimeLeft } from "./deadline";

const REVIEW = "/dashboard/project/review";

/**
 * On every page of the area while something waits only for Send: a complete application that was
 * never sent, or changes made after it was.
 *
 * @param brief without the deadline, where the page itself says it
 */
export function UnsentBanner({
  answer,
  brief = false,
}: {
  answer: ProjectAnswer;
  brief?: boolean;
}) {
  const t = useTranslations("project");
  const pathname = usePathname();
  const { state, left } = useTimeLeft(answer);
  const words = useDeadlineWords(answer);
  // What arrives in the grace period still counts, but the deadline itself has passed: say it as the page does.
  const when = state === "closed" ? words.closed : words.closes;
  const standing = standingOf(answer);
  if (standing !== "completed" && standing !== "sent_changed") return null;
  const kind = standing === "completed" ? "unsent" : "sentChanged";

  return (
    <Banner title={t(`${kind}.title`)}>
      <p>
        {t(`${kind}.text`)} {!brief && left && `${t("unsent.left", { left })} `}
        {!brief && when}
      </p>
      {pathname !== REVIEW && (
        <Link className={styles.link} href={REVIEW} prefetch={false}>
          {t(`${kind}.link`)}
        </Link>
      )}
    </Banner>
  );
}
