"use client";

import { useTranslations } from "next-intl";
import {
  type ActionPreview,
  type PendingApproval,
  SECOND_PERSON_HOURS,
} from "@/contract/staff/preview";
import { useWhen } from "../shell/use-when";
import styles from "./action-dialog.module.css";
import { Differences } from "./what-happens";

/** Shows the user's role in the approval of an action by two people, and the first person's reason. */
export function TwoPersonApproval({
  preview,
  second: { step, proposed, before },
}: {
  preview: ActionPreview;
  second: NonNullable<ActionPreview["second"]>;
}) {
  const t = useTranslations("staff.act.second");
  return (
    <section className={styles.changed} aria-label={t("title")}>
      <p>
        <strong>{t(before ? "step.anew" : `step.${step}`, { hours: SECOND_PERSON_HOURS })}</strong>
      </p>
      {proposed && <ProposalLine proposed={proposed} />}
      {before && <Differences before={before} now={preview} />}
    </section>
  );
}

/** Shows who proposed an action, when, why, and when the proposal expires. */
export function ProposalLine({
  proposed: { own, by, at, expires_at, reason },
}: {
  proposed: PendingApproval;
}) {
  const t = useTranslations("staff.act.second");
  const { moment } = useWhen();
  return (
    <p>
      {t(own ? "bySelf" : "by", { by, at: moment(at) })} {t("quoted", { reason })}{" "}
      {t("until", { at: moment(expires_at) })}
    </p>
  );
}
