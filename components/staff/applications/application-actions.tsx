"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { type Ref, useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { type AnswerOf, mayCall } from "@/contract/endpoint";
import {
  type ApplicationColumn,
  type ApplicationRow,
  DOSSIERS_MAX,
  exportChosenApplications,
  extendApplications,
  type listApplications,
  printDossiers,
} from "@/contract/staff/applications";
import { hrefOf } from "@/lib/api/client";
import { meQuery } from "@/lib/api/query";
import { whenIdle } from "@/lib/browser/when-idle";
import { ExportButton } from "../list/export-button";
import { SelectionBar } from "../list/selection-bar";
import { useSaveTable } from "../list/use-export";
import type { ListSelection } from "../list/use-selection";
import type { ApplicationsAction } from "./application-action";
import styles from "./applications.module.css";

/** Actions on the selected applications, in the order of the buttons in the selection bar. */
const ACTIONS: readonly ApplicationsAction[] = [
  ...(["extend", "remind", "write", "tag", "assign", "unextend", "restore"] as const),
];

// The action dialogs load after the page, because their fields and previews are a large part of the page's code.
const loadDialogs = () => import("./application-action").then((it) => it.ApplicationAction);
export const ApplicationAction = dynamic(loadDialogs, { ssr: false });

/** Loads the dialogs of the actions when the browser is idle, so that they open at once even on a slow connection. */
export function useDialogsWhenIdle(): void {
  // If loading fails, opening a dialog tries again.
  useEffect(() => whenIdle(() => void loadDialogs().catch(() => {})), []);
}

/** Returns the reason why actions on this page are disabled; undefined if they are enabled. */
export function useDisabledReason(current: boolean | undefined): string | undefined {
  const t = useTranslations("staff.applications");
  const { data: user } = useQuery(meQuery(useLocale()));
  if (user && !mayCall(extendApplications, user.roles)) return t("readOnly");
  return current === false ? t("editionOver") : undefined;
}

/** Renders the bar for the selected applications, and the dialog of the action that is open. */
export function ApplicationActions({
  list,
  filter,
  exportHref,
  shown,
  exportButton,
  selection,
  seen,
  disabledReason,
  open,
  onOpen,
}: {
  list: AnswerOf<typeof listApplications>;
  filter: object;
  exportHref: string;
  shown: readonly ApplicationColumn[];
  /** The button that exports the selected rows. A keyboard shortcut clicks it. */
  exportButton: Ref<HTMLButtonElement>;
  selection: ListSelection;
  /** All rows that the page has loaded, including the selected ones. */
  seen: ReadonlyMap<string, ApplicationRow>;
  disabledReason: string | undefined;
  open: ApplicationsAction | null;
  onOpen: (action: ApplicationsAction | null) => void;
}) {
  const t = useTranslations("staff.applications");
  useDialogsWhenIdle();
  const chosenHref = hrefOf(exportChosenApplications, { locale: useLocale() });
  const isWithdrawn = "state" in filter && filter.state === "withdrawn";
  const { chosen } = selection;
  const isExtended = "all" in chosen || chosen.ids.some((id) => seen.get(id)?.extended_until);
  const ofBar = ACTIONS.filter(
    (action) => (isWithdrawn || action !== "restore") && (isExtended || action !== "unextend"),
  );
  return (
    <>
      {open && (
        <ApplicationAction
          action={open}
          chosen={selection.chosen}
          count={selection.count}
          closesAt={list.closes_at}
          {...{ filter, seen }}
          onDone={() => {
            selection.none();
            onOpen(null);
          }}
          onClose={() => onOpen(null)}
        />
      )}
      <SelectionBar
        selection={selection}
        total={list.total}
        said={t("all" in selection.chosen ? "allChosen" : "chosen", { count: selection.count })}
      >
        {"all" in selection.chosen ? (
          <ExportButton
            ref={exportButton}
            list="applications"
            edition={list.edition}
            href={exportHref}
            shown={shown}
            label={t("exportChosen", { count: list.total })}
          />
        ) : (
          <ExportButton
            ref={exportButton}
            list="applications"
            edition={list.edition}
            href={chosenHref}
            body={{ selection: selection.chosen }}
            shown={shown}
            label={t("exportChosen", { count: selection.count })}
          />
        )}
        {/* If all actions are disabled, show the reason once instead of below each button. */}
        {disabledReason ? (
          <p className={styles.reason}>{disabledReason}</p>
        ) : (
          ofBar.map((action) => (
            <Button
              key={action}
              small
              variant={action === "extend" ? "primary" : "secondary"}
              onClick={() => onOpen(action)}
            >
              {t(`act.${action}`)}
            </Button>
          ))
        )}
        <DossiersButton
          selection={
            "all" in selection.chosen
              ? { query: filter, count: selection.chosen.all }
              : selection.chosen
          }
          count={selection.count}
        />
      </SelectionBar>
    </>
  );
}

/** Button that saves the dossiers of the selected applications as one PDF to print. */
function DossiersButton({ selection, count }: { selection: object; count: number }) {
  const t = useTranslations("staff.applications");
  const href = hrefOf(printDossiers, { locale: useLocale() });
  const save = useSaveTable();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      small
      variant="secondary"
      busy={busy}
      busyLabel={t("dossiersBusy")}
      disabledReason={count > DOSSIERS_MAX ? t("dossiersMany", { count: DOSSIERS_MAX }) : undefined}
      onClick={async () => {
        setBusy(true);
        await save(href, { selection });
        setBusy(false);
      }}
    >
      {t("dossiers", { count })}
    </Button>
  );
}
