"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/actions/button";
import { ButtonLink } from "@/components/ui/actions/button-link";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { getPerson, type Person } from "@/contract/staff/people";
import {
  deactivatePerson,
  downloadPerson,
  erasePerson,
  exportPerson,
  reactivatePerson,
} from "@/contract/staff/people-acts";
import { hrefOf } from "@/lib/api/client";
import { useRouter } from "@/lib/i18n/navigation";
import { ActDialog } from "../act/act-dialog";
import type { ActEndpoint } from "../act/use-act";
import { WaitingProposal } from "../act/waiting-proposal";
import { screenNamed } from "../frame/screens";
import { CorrectEmail } from "./correct-email";
import styles from "./person.module.css";
import { useHindrance, type Whom, WhomLine } from "./whom";

/** A button that opens the sheet of an act on a person. */
export function PersonAct({
  endpoint,
  person,
  proposed,
  what,
  onDone,
  children,
}: {
  endpoint: ActEndpoint;
  /** Whom it is about; the id is that of the endpoint's path. */
  person: Whom;
  /** It waits for a second person already. */
  proposed?: Person["proposed"];
  /** What is proposed, where it is not a person's erasure. */
  what?: string;
  onDone?: () => void;
  children: ReactNode;
}) {
  const t = useTranslations("staff.person");
  const [open, setOpen] = useState(false);
  const hindrance = useHindrance()(endpoint);
  return (
    <>
      {proposed ? (
        <WaitingProposal
          proposed={proposed}
          what={what ?? t("proposed")}
          hindrance={hindrance}
          onLook={() => setOpen(true)}
        />
      ) : (
        <Offered>
          <Button
            small
            variant="secondary"
            disabledReason={hindrance}
            onClick={() => setOpen(true)}
          >
            {children}
          </Button>
        </Offered>
      )}
      {open && (
        <ActDialog
          endpoint={endpoint}
          gone={endpoint === erasePerson ? getPerson : undefined}
          decided={{}}
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

/** An act that is offered no longer once it is proposed, from under the button that has the focus again. */
function Offered({ children }: { children: ReactNode }) {
  const place = useFocusHeir<HTMLSpanElement>();
  return <span ref={place}>{children}</span>;
}

/** What can be done about the account as a whole. */
export function HeadActs({ person }: { person: Person }) {
  const t = useTranslations("staff.person");
  const router = useRouter();
  // Erased, there is nobody to be seen here.
  const leave = () => router.push(screenNamed("people").path);
  const isClosed = person.state === "deactivated";
  return (
    <div className={styles.acts}>
      <PersonAct endpoint={isClosed ? reactivatePerson : deactivatePerson} person={person}>
        {t(isClosed ? "act.reactivate" : "act.deactivate")}
      </PersonAct>
      <CorrectEmail person={person} />
      <CopyAct person={person} />
      <PersonAct endpoint={erasePerson} person={person} proposed={person.proposed} onDone={leave}>
        {t("act.erase")}
      </PersonAct>
    </div>
  );
}

/** Prepares the copy of the data; then it can be fetched for some minutes. */
function CopyAct({ person }: { person: Person }) {
  const t = useTranslations("staff.person");
  const locale = useLocale();
  const [isReady, setReady] = useState(false);
  if (!isReady) {
    return (
      <PersonAct endpoint={exportPerson} person={person} onDone={() => setReady(true)}>
        {t("act.export")}
      </PersonAct>
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
