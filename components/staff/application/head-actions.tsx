"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { showToast } from "@/components/ui/overlays/toast";
import { mayCall } from "@/contract/endpoint";
import { type Application, getApplication, writeNote } from "@/contract/staff/application";
import { call } from "@/lib/api/call";
import { meQuery } from "@/lib/api/query";
import { startImpersonation } from "@/lib/api/session/start-impersonation";
import { whenIdle } from "@/lib/browser/when-idle";
import type { ApplicationsAction } from "../applications/application-action";
import { ApplicationAction, useDialogsWhenIdle } from "../applications/application-actions";
import styles from "./one-application.module.css";

type Opened = ApplicationsAction | "note" | "seeAs";

// The reason dialog loads after the page, like the dialogs of the actions.
const loadReasonDialog = () => import("../actions/reason-dialog").then((it) => it.ReasonDialog);
export const ReasonDialog = dynamic(loadReasonDialog, { ssr: false });

/** Reports whether the staff member can run actions, and not only read. */
export function useMayAct(): boolean {
  const { data: user } = useQuery(meQuery(useLocale()));
  return user !== undefined && mayCall(writeNote, user.roles);
}

/** Renders the actions that are available for one application, and the dialog of the chosen action. */
export function HeadActions({ application }: { application: Application }) {
  const t = useTranslations("staff.application");
  const list = useTranslations("staff.applications");
  const may = useMayAct();
  const [open, setOpen] = useState<Opened | null>(null);
  useDialogsWhenIdle();
  // Loads the code of the reason dialog when the browser is idle. If loading fails, opening the dialog tries again.
  useEffect(() => whenIdle(() => void loadReasonDialog().catch(() => {})), []);
  const close = () => setOpen(null);
  if (!may) return <p className={styles.quiet}>{list("readOnly")}</p>;
  return (
    <>
      <div className={styles.acts}>
        {actsFor(application).map((action) => (
          <Button
            key={action}
            small
            variant={action === "extend" ? "primary" : "secondary"}
            onClick={() => setOpen(action)}
          >
            {list(`act.${action}`)}
          </Button>
        ))}
        {application.current && (
          <Button small variant="secondary" onClick={() => setOpen("seeAs")}>
            {t("seeAs.open", { person: application.person })}
          </Button>
        )}
        <Button small variant="secondary" onClick={() => setOpen("note")}>
          {t("note.open")}
        </Button>
      </div>
      {!application.current && <p className={styles.quiet}>{list("editionOver")}</p>}
      {open === "note" && <Note id={application.id} onClose={close} />}
      {open === "seeAs" && <SeeAs application={application} onClose={close} />}
      {open !== null && open !== "note" && open !== "seeAs" && (
        <ApplicationAction
          action={open}
          chosen={{ ids: [application.id] }}
          count={1}
          seen={new Map([[application.id, application]])}
          closesAt={application.closes_at}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  );
}

/**
 * Lists the actions that the application's state allows. If another rule blocks an action, the action's dialog says so.
 */
function actsFor({ current, state, extended_until }: Application): ApplicationsAction[] {
  if (!current) return [];
  return [
    "extend",
    ...(extended_until ? (["unextend"] as const) : []),
    ...(state === "withdrawn" ? (["restore"] as const) : []),
    ...(state === "sent" || state === "withdrawn" ? [] : (["remind"] as const)),
    "write",
  ];
}

function Note({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("staff.application.note");
  const client = useQueryClient();
  const locale = useLocale();
  return (
    <ReasonDialog
      title={t("open")}
      label={t("label")}
      note={t("kept")}
      verb={t("verb")}
      onClose={onClose}
      send={async (text) => {
        await call(writeNote, { locale, params: { id }, body: { text } });
        await client.invalidateQueries({ queryKey: [getApplication.name, { id }] });
        showToast(t("done"));
        onClose();
      }}
    />
  );
}

function SeeAs({ application, onClose }: { application: Application; onClose: () => void }) {
  const t = useTranslations("staff.application.seeAs");
  const action = useTranslations("staff.act");
  const { id, person } = application;
  return (
    <ReasonDialog
      title={t("open", { person })}
      label={action("reason")}
      note={action("reasonHelp")}
      verb={t("verb")}
      onClose={onClose}
      send={(reason) => startImpersonation({ application: id, reason })}
    >
      <p>{t("text", { person })}</p>
    </ReasonDialog>
  );
}
