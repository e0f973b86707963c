"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { withdrawProposedAct } from "@/contract/staff/pending-approvals";
import type { PendingApproval } from "@/contract/staff/preview";
import { ActionDialog } from "./action-dialog";
import styles from "./action-dialog.module.css";
import { ProposalLine } from "./two-person-approval";

/**
 * Shows a pending approval instead of the button of its action: author, reason, and expiry, with buttons to confirm and
 * to revoke the proposal.
 *
 * @param what the proposed action with its number of affected items
 * @param disabledReason why both buttons are disabled
 * @param onLook opens the dialog of the action
 */
export function WaitingProposal({
  proposed,
  what,
  disabledReason,
  onLook,
}: {
  proposed: PendingApproval;
  what: ReactNode;
  disabledReason: string | undefined;
  onLook: () => void;
}) {
  const t = useTranslations("staff.act.second");
  const [open, setOpen] = useState(false);
  const place = useFocusHeir<HTMLElement>();
  const said = <ProposalLine proposed={proposed} />;
  return (
    <section ref={place} className={styles.changed} aria-label={t("waiting")}>
      <p>
        <strong>{what}</strong>
      </p>
      {said}
      <p className={styles.choices}>
        <Button
          small
          disabledReason={disabledReason ?? (proposed.own ? t("wait") : undefined)}
          onClick={onLook}
        >
          {t("look")}
        </Button>
        <Button
          small
          variant="secondary"
          disabledReason={disabledReason}
          onClick={() => setOpen(true)}
        >
          {t("withdraw")}
        </Button>
      </p>
      {open && (
        <ActionDialog
          endpoint={withdrawProposedAct}
          input={{}}
          params={{ id: proposed.id }}
          count={1}
          toWhom={said}
          onDone={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
