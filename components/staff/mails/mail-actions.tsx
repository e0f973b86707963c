"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { mayCall } from "@/contract/endpoint";
import {
  hurryMails,
  type MailRow,
  pauseMails,
  resendMail,
  resumeMails,
  retryMails,
} from "@/contract/staff/mails";
import { meQuery } from "@/lib/api/query";
import { ActionDialog } from "../actions/action-dialog";
import { CorrectDialog } from "../people/correct-email";
import type { Whom } from "../people/whom";

/** Actions on one email, on undelivered emails, or on the whole mail outbox. */
export type MailAction =
  | { kind: "resend"; mail: Pick<MailRow, "id" | "subject" | "recipient"> }
  | { kind: "correct"; whom: Whom }
  | { kind: "retry"; selection: object; count: number }
  | { kind: keyof typeof OUTBOX };

const OUTBOX = { pause: pauseMails, resume: resumeMails, hurry: hurryMails } as const;

/** Returns the reason why actions on this page are disabled; undefined if they are enabled. */
export function useMayAct(): string | undefined {
  const t = useTranslations("staff.mails");
  const { data: user } = useQuery(meQuery(useLocale()));
  return user && !mayCall(resendMail, user.roles) ? t("readOnly") : undefined;
}

export function MailActions({ action, onClose }: { action: MailAction; onClose: () => void }) {
  const t = useTranslations("staff.mails");
  const over = { onDone: onClose, onClose };
  if (action.kind === "resend") {
    const { id, subject, recipient } = action.mail;
    return (
      <ActionDialog
        endpoint={resendMail}
        input={{}}
        params={{ id }}
        count={1}
        toWhom={<p>{t("toOne", { subject, recipient })}</p>}
        {...over}
      />
    );
  }
  if (action.kind === "correct") return <CorrectDialog person={action.whom} onClose={onClose} />;
  if (action.kind === "retry") {
    const { selection, count } = action;
    return (
      <ActionDialog
        endpoint={retryMails}
        input={{ selection }}
        count={count}
        toWhom={<p>{t("found", { count })}</p>}
        {...over}
      />
    );
  }
  return (
    <ActionDialog
      endpoint={OUTBOX[action.kind]}
      input={{}}
      count={1}
      toWhom={<p>{t("toAll")}</p>}
      {...over}
    />
  );
}
