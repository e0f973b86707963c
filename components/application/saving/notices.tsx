"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "@/components/ui/actions/button";
import { Banner } from "@/components/ui/banner";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { listIn } from "@/contract/languages";
import type { SavedField } from "@/contract/project/project-fields";
import { Link } from "@/lib/i18n/navigation";
import { useApplication, useDraft } from "../application-context";
import { withdrawnAs } from "../application-state";
import { useDeadlineWords, useTimeLeft } from "../overview/deadline";
import { DecisionBanner } from "../overview/decision-banner";
import { UnsentBanner } from "../overview/unsent-banner";
import { useFieldWords } from "../steps/field-words";
import styles from "./notices.module.css";
import { OFFER } from "./show-offer";

/**
 * What is shown above every page of the application: read-only and why, or text to recover; on the
 * overview what the selection has decided.
 *
 * @param quiet only what needs an answer: the page itself says where the application stands
 * @param restores the review: it says itself what was sent, and has the button that restores
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
  const { opens, passed } = useDeadlineWords(answer);
  const { state } = useTimeLeft(answer);
  // Past the deadline, and what arrives is still accepted (rule application.deadline).
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
      {offered && <Offer />}
    </div>
  );
}

/** Text to recover. Once answered it is gone: the focus then moves to the page's main part. */
function Offer() {
  const t = useTranslations("project.offered");
  const { draft } = useApplication();
  const { offered } = useDraft();
  const words = useFieldWords();
  const locale = useLocale();
  const box = useFocusHeir<HTMLDivElement>();

  // A reload scrolls back to where the person was: this is above. Whoever is writing stays there.
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
    <div ref={box} id={OFFER}>
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
