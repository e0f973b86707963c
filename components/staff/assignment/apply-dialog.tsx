"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import type { Language } from "@/contract/languages";
import { applyAssignment, type Proposal } from "@/contract/staff/assignment";
import { listReadingMails } from "@/contract/staff/matrix";
import { readOf } from "@/lib/api/query";
import { ActionDialog } from "../actions/action-dialog";
import { MailPager } from "../mail-preview/mail-pager";

/**
 * Dialog that applies a proposed plan of readings. If staff choose to inform the evaluators, the dialog shows each
 * evaluator's email.
 */
export function ApplyDialog({
  proposal: { id, changes },
  round,
  evaluators,
  onClose,
}: {
  proposal: Proposal;
  /** Request parameter that names the round that the page shows. */
  round: { round?: number };
  evaluators: number;
  onClose: () => void;
}) {
  const t = useTranslations("staff.assignment");
  // Evaluators should learn that their projects change, so informing them is the default.
  const [notify, setNotify] = useState(true);
  const [shown, setShown] = useState<{ place: number; language?: Language }>({ place: 1 });
  const { data } = useQuery({
    ...readOf(listReadingMails, {
      locale: useLocale(),
      query: { ...round, proposal: id, ...shown },
    }),
    placeholderData: keepPreviousData,
    enabled: notify,
  });
  return (
    <ActionDialog
      endpoint={applyAssignment}
      input={{ ...round, proposal: id, notify }}
      count={changes ? changes.added + changes.removed : 0}
      decide={() => (
        <Checkbox
          name="notify"
          label={t("notify")}
          help={t("notifyHelp")}
          checked={notify}
          onChange={({ target }) => setNotify(target.checked)}
        />
      )}
      toWhom={<p>{t("evaluators", { count: evaluators })}</p>}
      {...(notify &&
        data?.mail && {
          aside: (
            <MailPager
              mail={data.mail}
              place={shown.place}
              of={data.of}
              languages={data.languages}
              language={shown.language}
              onChoose={setShown}
            />
          ),
        })}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
