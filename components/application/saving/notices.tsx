"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { useFocusHeir } from "@/components/ui/focus";
import { Link } from "@/lib/i18n/navigation";
import { useApplication, useDraft } from "./application-context";
import { useDeadlineWords } from "./deadline";
import { DecisionBanner } from "./decision-banner";
import type { SavedField } from "./draft-values";
import { useFieldWords } from "./field-words";
import styles from "./notices.module.css";
import { UnsentBanner } from "./unsent-banner";

/**
 * What stands above every page of the application: read-only and why, or text to take back; on the
 * overview what the selection has decided.
 *
 * @param quiet only what asks for an answer: the page itself says where the application stands
 * @param restores the page itself has the button that takes a withdrawn application back
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
  const { opens } = useDeadlineWords(answer);
  const changed = answer.projectSent && answer.projectUnsent;
  const stale = changed && closed === "deadline_passed";

  return (
    <div className={styles.notices}>
      {quiet && <DecisionBanner />}
      {!quiet && closed && (
        <Banner title={t(`closed.title.${closed}`)} role="status">
          <p>{stale ? t("closed.stale") : t(`closed.text.${closed}`, { opens })}</p>
          {closed === "withdrawn" && !restores && (
            <Link className={styles.link} href="/dashboard/project/review" prefetch={false}>
              {t("closed.restore")}
            </Link>
          )}
          {unsaved.length > 0 && <p>{t("closed.unsaved", { count: unsaved.length })}</p>}
        </Banner>
      )}
      {!closed && <UnsentBanner answer={answer} brief={quiet} />}
      {!quiet && !closed && answer.projectSent && !changed && (
        <Banner title={t("sentEditable.title")}>
          <p>{t("sentEditable.text")}</p>
        </Banner>
      )}
      {offered && <Offer />}
    </div>
  );
}

/** Text to take back. Once it is answered it is gone: the page's main part has the focus then. */
function Offer() {
  const t = useTranslations("project.offered");
  const { draft } = useApplication();
  const { offered } = useDraft();
  const words = useFieldWords();
  const format = useFormatter();
  const box = useFocusHeir<HTMLDivElement>();
  if (!offered) return null;
  const names = Object.keys(offered.mine).map((field) =>
    t("field", { name: words.name(field as SavedField) }),
  );
  if (offered.member) names.push(t("member"));
  return (
    <div ref={box}>
      <Banner title={t("title")} role="status">
        <p>{t("text", { count: names.length, fields: format.list(names) })}</p>
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
