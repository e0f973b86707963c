"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { type AnswerOf, mayCall } from "@/contract/endpoint";
import {
  type ApplicationRow,
  exportChosenApplications,
  extendApplications,
  type listApplications,
  remindApplications,
  restoreApplications,
  unextendApplications,
} from "@/contract/staff/applications";
import { type LetterTexts, sendLetter } from "@/contract/staff/letters";
import { hrefOf } from "@/lib/api/client";
import { meQuery } from "@/lib/api/query";
import { ActionDialog } from "../actions/action-dialog";
import actionStyles from "../actions/action-dialog.module.css";
import { NO_TEXTS } from "../letters/letter-fields";
import { SelectionBar } from "../list/selection-bar";
import { type useExport, useSaveTable } from "../list/use-export";
import type { ListSelection } from "../list/use-selection";
import { useWhen } from "../shell/use-when";
import { ExtendFields, type Moment, untilOf } from "./extend-fields";

/** Actions on the selected applications, in the order of the bar. */
const ACTS = {
  write: sendLetter,
  remind: remindApplications,
  restore: restoreApplications,
  unextend: unextendApplications,
  extend: extendApplications,
} as const;
export type ApplicationsAction = keyof typeof ACTS;

// Loaded when it opens: its fields and previews are a large part of the page's code.
const LetterDialog = dynamic(
  () => import("../letters/letter-dialog").then((it) => it.LetterDialog),
  { ssr: false },
);

/** State of a letter's text. It is kept when the dialog closes, so that the user can continue writing. */
type LetterDraft = ReturnType<typeof useLetterDraft>;
export const useLetterDraft = () => useState<LetterTexts>(NO_TEXTS);

/** Number of applications listed by name. The others are only counted. */
const NAMED = 5;

/** Returns why actions are disabled here; undefined if they are enabled. */
export function useDisabledReason(current: boolean | undefined): string | undefined {
  const t = useTranslations("staff.applications");
  const { data: user } = useQuery(meQuery(useLocale()));
  if (user && !mayCall(extendApplications, user.roles)) return t("readOnly");
  return current === false ? t("editionOver") : undefined;
}

/** Renders the selection bar, and the dialog of the open action. */
export function ApplicationActions({
  list,
  filter,
  exportHref,
  onExport,
  selection,
  seen,
  disabledReason,
  open,
  onOpen,
}: {
  list: AnswerOf<typeof listApplications>;
  filter: object;
  exportHref: string;
  onExport: ReturnType<typeof useExport>;
  selection: ListSelection;
  /** All rows that were loaded. Selected rows are among them. */
  seen: ReadonlyMap<string, ApplicationRow>;
  disabledReason: string | undefined;
  open: ApplicationsAction | null;
  onOpen: (action: ApplicationsAction | null) => void;
}) {
  const t = useTranslations("staff.applications");
  const draft = useLetterDraft();
  const save = useSaveTable();
  const chosenHref = hrefOf(exportChosenApplications, { locale: useLocale() });
  const isWithdrawn = "state" in filter && filter.state === "withdrawn";
  const all = Object.keys(ACTS) as ApplicationsAction[];
  const ofBar = all.filter((action) => isWithdrawn || action !== "restore");
  return (
    <>
      {open && (
        <ApplicationAction
          action={open}
          chosen={selection.chosen}
          count={selection.count}
          closesAt={list.closes_at}
          {...{ filter, seen, draft }}
          onDone={() => {
            if (open === "write") draft[1](NO_TEXTS);
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
          <ButtonLink plain small variant="secondary" href={exportHref} download onClick={onExport}>
            {t("export", { count: list.total })}
          </ButtonLink>
        ) : (
          <Button
            small
            variant="secondary"
            onClick={() => save(chosenHref, { selection: selection.chosen })}
          >
            {t("exportChosen", { count: selection.count })}
          </Button>
        )}
        {ofBar.map((action) => (
          <Button
            key={action}
            small
            variant={action === "extend" ? "primary" : "secondary"}
            disabledReason={disabledReason}
            onClick={() => onOpen(action)}
          >
            {t(`act.${action}`)}
          </Button>
        ))}
      </SelectionBar>
    </>
  );
}

/** Dialog of an action on applications, for a selection or a single application. */
export function ApplicationAction({
  action,
  chosen,
  count,
  filter = {},
  seen,
  closesAt,
  draft,
  onDone,
  onClose,
}: {
  action: ApplicationsAction;
  chosen: ListSelection["chosen"];
  count: number;
  filter?: object;
  seen: ReadonlyMap<string, ApplicationRow>;
  closesAt: string;
  draft: LetterDraft;
  onDone: () => void;
  onClose: () => void;
}) {
  const [moment, setMoment] = useState<Moment>({ day: "", hour: "" });
  const [texts, setTexts] = draft;
  const to = {
    selection: "all" in chosen ? { query: filter, count: chosen.all } : { ids: chosen.ids },
  };
  const until = untilOf(moment);
  const isExtension = action === "extend";
  if (action === "write") {
    const selection =
      "all" in chosen ? { query: filter, count: chosen.all } : { ids: [...chosen.ids] };
    return <LetterDialog {...{ selection, count, texts, onDone, onClose }} onTexts={setTexts} />;
  }
  return (
    <ActionDialog
      endpoint={ACTS[action]}
      input={!isExtension ? to : until ? { ...to, until } : null}
      count={count}
      {...(isExtension && {
        decide: ({ until: error }) => (
          <ExtendFields moment={moment} onChange={setMoment} closesAt={closesAt} error={error} />
        ),
      })}
      toWhom={<ToWhom chosen={chosen} seen={seen} closesAt={closesAt} />}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Lists the selected applications by name with their current deadlines, or the total count. */
function ToWhom({
  chosen,
  seen,
  closesAt,
}: {
  chosen: ListSelection["chosen"];
  seen: ReadonlyMap<string, ApplicationRow>;
  closesAt: string;
}) {
  const t = useTranslations("staff.applications");
  const when = useWhen();
  if ("all" in chosen) return <p>{t("allChosen", { count: chosen.all })}</p>;
  const rows = chosen.ids.flatMap((id) => seen.get(id) ?? []);
  const named = rows.slice(0, NAMED);
  const others = chosen.ids.length - named.length;
  return (
    <ul className={actionStyles.people}>
      {named.map(({ id, name, person, extended_until }) => (
        <li key={id}>
          <span>
            <strong>{name || t("unnamed")}</strong>
            <span className={actionStyles.person}>
              {[person, extended_until && t("hadExtension")].filter(Boolean).join(", ")}
            </span>
          </span>
          <span>{when.deadline(extended_until ?? closesAt)}</span>
        </li>
      ))}
      {others > 0 && <li>{t("andOthers", { count: others })}</li>}
    </ul>
  );
}
