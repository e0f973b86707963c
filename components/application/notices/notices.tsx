"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { listIn } from "@/contract/languages";
import type { SavedField } from "@/contract/project/project-fields";
import { Link } from "@/lib/i18n/navigation";
import { useApplication, useDraft } from "../application-context";
import { withdrawnAs } from "../application-state";
import { useDeadlineMessages, useTimeLeft } from "../deadline";
import { useFieldMessages } from "../field-messages";
import { DecisionBanner } from "./decision-banner";
import styles from "./notices.module.css";
import { RECOVERY } from "./show-offer";
import { UnsentBanner } from "./unsent-banner";

/**
 * Shows notices above each application page: why the application is read-only, and recovery of unsaved text. The
 * overview also shows the decisions of the selection.
 *
 * @param quiet shows only notices that need an answer, because the page itself shows the application's state
 * @param restores true on the review page, which itself shows the sent version and the restore button
 */
export function Notices({
  quiet = false,
  restores = false,
}: {
  quiet?: boolean;
  restores?: boolean;
}) {
  const t = useTranslations("project");
  const { answer, closed } = useApplication();
  const { offered, unsaved } = useDraft();
  const { opens, passed } = useDeadlineMessages(answer);
  const { state } = useTimeLeft(answer);
  // In the grace period, the deadline has passed, but the application can still change. Rule: application.deadline.
  const inGrace = !closed && state === "closed";
  const reason = closed === "withdrawn" ? withdrawnAs(answer) : closed;
  const changed = answer.projectSent && answer.projectUnsent;
  const stale = changed && closed === "deadline_passed";

  return (
    <div className={styles.notices}>
      {quiet && <DecisionBanner />}
      {!quiet && reason && (
        <Banner title={t(`closed.title.${reason}`)} role="status">
          <p>{stale ? t("closed.stale") : t(`closed.text.${reason}`, { opens })}</p>
          {closed === "withdrawn" && !restores && (
            <Link className={styles.link} href="/dashboard/project/review" prefetch={false}>
              {t("closed.restore")}
            </Link>
          )}
          {unsaved.length > 0 && <p>{t("closed.unsaved", { count: unsaved.length })}</p>}
        </Banner>
      )}
      {!quiet && inGrace && (
        <Banner title={t("grace")} role="status">
          <p>{passed}</p>
        </Banner>
      )}
      {!quiet && !closed && <UnsentBanner answer={answer} />}
      {!quiet && !restores && !closed && answer.projectSent && !changed && (
        <Banner title={t("sentEditable.title")}>
          <p>{t("sentEditable.text")}</p>
        </Banner>
      )}
      {offered && <Recovery />}
    </div>
  );
}

/**
 * Offers to recover unsaved text. After the user's answer, the notice disappears and the focus moves to the page's main
 * part.
 */
function Recovery() {
  const t = useTranslations("project.offered");
  const { draft } = useApplication();
  const { offered } = useDraft();
  const words = useFieldMessages();
  const locale = useLocale();
  const box = useFocusHeir<HTMLDivElement>();

  // After a reload, the browser restores the scroll position, so this notice can be above the visible part. Scroll to
  // the notice, unless the user is typing.
  useEffect(() => {
    const isWriting = document.activeElement?.matches("input, textarea, select");
    if (!isWriting) box.current?.scrollIntoView({ block: "center" });
  }, [box]);

  if (!offered) return null;
  const names = Object.keys(offered.mine).map((field) =>
    t("field", { name: words.name(field as SavedField) }),
  );
  if (offered.inHand) names.push(t("member"));
  return (
    <div ref={box} id={RECOVERY}>
      <Banner title={t("title")} role="status">
        <p>{t("text", { count: names.length, fields: listIn(locale, names) })}</p>
        <div className={styles.actions}>
          <Button small variant="inverse" onClick={() => draft.takeOffered(true)}>
            {t("take")}
          </Button>
          <Button small variant="secondary" onClick={() => draft.takeOffered(false)}>
            {t("drop")}
          </Button>
        </div>
      </Banner>
    </div>
  );
}
