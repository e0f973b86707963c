"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { getPerson, type Person } from "@/contract/staff/people";
import {
  deactivatePerson,
  downloadPerson,
  erasePerson,
  exportPerson,
  reactivatePerson,
} from "@/contract/staff/people-actions";
import { hrefOf } from "@/lib/api/client";
import { useRouter } from "@/lib/i18n/navigation";
import { ActionDialog } from "../actions/action-dialog";
import { WaitingProposal } from "../actions/pending-approval";
import type { ActionEndpoint } from "../actions/use-staff-action";
import { screenNamed } from "../shell/screens";
import { CorrectEmail } from "./correct-email";
import styles from "./person.module.css";
import { useDisabledReason, type Whom, WhomLine } from "./whom";

/** Button that opens the dialog of a staff action on a person. */
export function PersonAction({
  endpoint,
  person,
  proposed,
  what,
  onDone,
  children,
}: {
  endpoint: ActionEndpoint;
  /** The person that the action affects. The person's id is the endpoint's path parameter. */
  person: Whom;
  /** The pending approval of this action, if an approval is pending. */
  proposed?: Person["proposed"];
  /** Text that describes the action of the pending approval. The default describes an erasure. */
  what?: string;
  onDone?: () => void;
  children: ReactNode;
}) {
  const t = useTranslations("staff.person");
  const [open, setOpen] = useState(false);
  const disabledReason = useDisabledReason()(endpoint);
  return (
    <>
      {proposed ? (
        <WaitingProposal
          proposed={proposed}
          what={what ?? t("proposed")}
          disabledReason={disabledReason}
          onLook={() => setOpen(true)}
        />
      ) : (
        <Offered>
          <Button
            small
            variant="secondary"
            disabledReason={disabledReason}
            onClick={() => setOpen(true)}
          >
            {children}
          </Button>
        </Offered>
      )}
      {open && (
        <ActionDialog
          endpoint={endpoint}
          gone={endpoint === erasePerson ? getPerson : undefined}
          input={{}}
          params={{ id: person.id }}
          count={1}
          toWhom={<WhomLine person={person} />}
          onDone={({ done }) => {
            setOpen(false);
            if (done) onDone?.();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/**
 * Wraps an action that disappears after it is proposed, while its button has the focus. The focus then moves to another
 * element.
 */
function Offered({ children }: { children: ReactNode }) {
  const place = useFocusHeir<HTMLSpanElement>();
  return <span ref={place}>{children}</span>;
}

/** Renders the staff actions on a person's whole account. */
export function HeadActions({ person }: { person: Person }) {
  const t = useTranslations("staff.person");
  const router = useRouter();
  // After the erasure, the person's page no longer exists, so open the list of people.
  const leave = () => router.push(screenNamed("people").path);
  const isClosed = person.state === "deactivated";
  return (
    <div className={styles.acts}>
      <PersonAction endpoint={isClosed ? reactivatePerson : deactivatePerson} person={person}>
        {t(isClosed ? "act.reactivate" : "act.deactivate")}
      </PersonAction>
      <CorrectEmail person={person} />
      <CopyAct person={person} />
      <PersonAction
        endpoint={erasePerson}
        person={person}
        proposed={person.proposed}
        onDone={leave}
      >
        {t("act.erase")}
      </PersonAction>
    </div>
  );
}

/** Button that prepares a copy of a person's data. The copy can be downloaded for some minutes. */
function CopyAct({ person }: { person: Person }) {
  const t = useTranslations("staff.person");
  const locale = useLocale();
  const [isReady, setReady] = useState(false);
  if (!isReady) {
    return (
      <PersonAction endpoint={exportPerson} person={person} onDone={() => setReady(true)}>
        {t("act.export")}
      </PersonAction>
    );
  }
  return (
    <ButtonLink
      plain
      small
      href={hrefOf(downloadPerson, { locale, params: { id: person.id } })}
      download
    >
      {t("act.download")}
    </ButtonLink>
  );
}
