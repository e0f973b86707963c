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
import { ActDialog } from "../actions/action-dialog";
import { CorrectDialog } from "../people/correct-email";
import type { Whom } from "../people/whom";

/** Actions on one email, on emails that were not delivered, and on the whole outbox. */
export type MailAct =
  | { kind: "resend"; mail: Pick<MailRow, "id" | "subject" | "recipient"> }
  | { kind: "correct"; whom: Whom }
  | { kind: "retry"; selection: object; count: number }
  | { kind: keyof typeof OUTBOX };

const OUTBOX = { pause: pauseMails, resume: resumeMails, hurry: hurryMails } as const;

/** Returns why actions are disabled here; undefined if they are enabled. */
export function useMayAct(): string | undefined {
  const t = useTranslations("staff.mails");
  const { data: user } = useQuery(meQuery(useLocale()));
  return user && !mayCall(resendMail, user.roles) ? t("readOnly") : undefined;
}

/** Renders the dialog of an action. */
export function MailActs({ act, onClose }: { act: MailAct; onClose: () => void }) {
  const t = useTranslations("staff.mails");
  const over = { onDone: onClose, onClose };
  if (act.kind === "resend") {
    const { id, subject, recipient } = act.mail;
    return (
      <ActDialog
        endpoint={resendMail}
        decided={{}}
        params={{ id }}
        count={1}
        toWhom={<p>{t("toOne", { subject, recipient })}</p>}
        {...over}
      />
    );
  }
  if (act.kind === "correct") return <CorrectDialog person={act.whom} onClose={onClose} />;
  if (act.kind === "retry") {
    const { selection, count } = act;
    return (
      <ActDialog
        endpoint={retryMails}
        decided={{ selection }}
        count={count}
        toWhom={<p>{t("found", { count })}</p>}
        {...over}
      />
    );
  }
  return (
    <ActDialog
      endpoint={OUTBOX[act.kind]}
      decided={{}}
      count={1}
      toWhom={<p>{t("toAll")}</p>}
      {...over}
    />
  );
}
