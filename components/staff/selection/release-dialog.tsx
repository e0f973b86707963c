"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { cx } from "@/components/ui/cx";
import type { BodyOf } from "@/contract/endpoint";
import type { Stage } from "@/contract/evaluation/funnel";
import { filledDetails, type ReleaseDetails } from "@/contract/evaluation/release-details";
import type { Language } from "@/contract/languages";
import type { Check } from "@/contract/staff/checks";
import {
  type DecisionMails,
  listDecisionMails,
  releaseDecisions,
  sendDecisionMailToMe,
} from "@/contract/staff/selection";
import { call } from "@/lib/api/call";
import { readOf } from "@/lib/api/query";
import { useLikelyNow } from "@/lib/browser/server-clock";
import { Link } from "@/lib/i18n/navigation";
import { ActionDialog } from "../actions/action-dialog";
import { applicationHref, FROM_SELECTION } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { MailPager } from "../mail-preview/mail-pager";
import { TestToMe } from "../mail-preview/test-to-me";
import { useServiceStatus } from "../shell/use-service-status";
import { useSettled } from "../shell/use-settled";
import { useTodayMessages } from "../today/use-today-messages";
import { detailErrors, ReleaseDetailsFields, startingDetails } from "./release-details-fields";
import styles from "./release-dialog.module.css";

/** Service checks that report problems with sending emails. */
const MAIL_CHECKS: readonly Check[] = ["mails_paused", "mails_stuck", "worker_silent"];

type Shown = { template?: string; language?: Language; place: number };
type Kind = DecisionMails["kinds"][number];

/**
 * Dialog that releases a stage's decisions. Shows the number of recipients and a preview of each email, and warns that
 * a release cannot be undone.
 */
export function ReleaseDialog({
  edition,
  stage,
  count,
  details: earlier,
  onDone,
  onClose,
}: {
  edition: number;
  stage: Stage;
  count: number;
  /** The details of the release that waits for approval, or of the stage's last release. */
  details: ReleaseDetails | null;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff.selection.sheet");
  const [shown, setShown] = useState<Shown>({ place: 1 });
  const now = new Date(useLikelyNow() ?? 0);
  const [details, setDetails] = useState(() => startingDetails(earlier, now));
  const settled = useSettled(details);
  const errors = detailErrors(details, now);
  const isWhole = settled === details && Object.keys(errors).length === 0;
  // If the details of the release are incomplete, preview the emails without any details, because the server would
  // reject a release with incomplete details.
  const isPreviewable = Object.keys(detailErrors(settled, now)).length === 0;
  const previewed = filledDetails(isPreviewable ? settled : {});
  const query = useQuery({
    ...readOf(listDecisionMails, {
      locale: useLocale(),
      query: { edition, stage, ...shown, ...previewed },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const isSelecting = data?.kinds.some(({ outcome }) => outcome === "selected") ?? false;
  const kind = data?.kinds.find(({ template }) => template === shown.template) ?? data?.kinds[0];
  return (
    <ActionDialog
      endpoint={releaseDecisions}
      input={isWhole ? { edition, stage, ...previewed } : null}
      count={count}
      safe={t("safe")}
      decide={(refused) => (
        <ListBody query={query} failed={t("failed")} rows={2}>
          <MailTrouble />
          {data?.kinds.length === 0 && <p>{t("noMail")}</p>}
          {data?.kinds.map((one) => (
            <KindChoice
              key={one.template}
              kind={one}
              chosen={one === kind}
              onChoose={() => setShown({ template: one.template, place: 1 })}
            />
          ))}
          {isSelecting && (
            <ReleaseDetailsFields
              details={details}
              onChange={setDetails}
              errors={{ ...refused, ...errors }}
            />
          )}
        </ListBody>
      )}
      aside={
        data?.mail && kind ? (
          <>
            <MailPager
              mail={data.mail}
              place={shown.place}
              of={data.of}
              languages={kind.languages.map(({ language }) => language)}
              language={shown.language}
              onChoose={(one) => setShown({ template: kind.template, ...one })}
            >
              <ToMe about={{ edition, stage, ...previewed, ...shown, template: kind.template }} />
            </MailPager>
            {data.refused.length > 0 && (
              <p className={styles.refused}>
                {t("refused", { count: data.refused.length })}{" "}
                {data.refused.map(({ id, name }) => (
                  // The link opens a new tab, because leaving the dialog would delete the typed details.
                  <Link
                    key={id}
                    href={applicationHref(id, FROM_SELECTION)}
                    target="_blank"
                    rel="noopener"
                  >
                    {name}
                  </Link>
                ))}
              </p>
            )}
          </>
        ) : (
          <p>{t("noMail")}</p>
        )
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Renders one kind of decision email: its number of recipients, its languages, and its subject. */
function KindChoice({
  kind: { outcome, count, languages, subject },
  chosen,
  onChoose,
}: {
  kind: Kind;
  chosen: boolean;
  onChoose: () => void;
}) {
  const t = useTranslations("staff.selection.sheet");
  return (
    <label className={cx(styles.kind, choiceStyles.bare)}>
      <input type="radio" name="kind" checked={chosen} onChange={onChoose} />
      <span>
        <strong>{t(outcome === "selected" ? "kind" : "kindNot", { count })}</strong>
        <span className={styles.small}>{subject}</span>
      </span>
      <span className={styles.small}>{languages.map((one) => t("languages", one)).join(", ")}</span>
    </label>
  );
}

/**
 * Warns about problems with sending emails. While emails are delayed, applicants would see released decisions on the
 * site before an email announces them.
 */
function MailTrouble() {
  const serviceStatus = useServiceStatus();
  const { t, figuresOf } = useTodayMessages({ at: serviceStatus?.at ?? "", edition: null });
  const found = serviceStatus?.checks.filter(({ check }) => MAIL_CHECKS.includes(check)) ?? [];
  return (
    <div role="status">
      {found.map((one) => (
        <p key={one.check} className={styles.refused}>
          <strong>{t(`checks.${one.check}.title`, figuresOf(one))}</strong>
          <br />
          {t(`checks.${one.check}.text`, figuresOf(one))} {one.says}
        </p>
      ))}
    </div>
  );
}

/** Button that sends the previewed decision email to the user as a test. */
function ToMe({ about }: { about: BodyOf<typeof sendDecisionMailToMe> }) {
  const t = useTranslations("staff.selection.sheet");
  const locale = useLocale();
  return (
    <TestToMe
      words={{
        button: t("toMe"),
        busy: t("toMeBusy"),
        failed: t("notSentToMe"),
        sent: ({ to }) => t("sentToMe", { to }),
      }}
      send={() => call(sendDecisionMailToMe, { locale, body: about })}
    />
  );
}
