"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/actions/button";
import { ButtonLink } from "@/components/ui/actions/button-link";
import { type AnswerOf, mayCall } from "@/contract/endpoint";
import {
  type ApplicationRow,
  extendApplications,
  type listApplications,
  remindApplications,
  unextendApplications,
} from "@/contract/staff/applications";
import { meQuery } from "@/lib/api/query";
import { ActDialog } from "../act/act-dialog";
import actStyles from "../act/act-dialog.module.css";
import { SelectionBar } from "../list/selection-bar";
import type { ListSelection } from "../list/use-selection";
import { ExtendFields, type Moment, untilOf } from "./extend-fields";

/** What can be done with the applications that are chosen, in the order of the bar. */
export const ACTS = {
  remind: remindApplications,
  unextend: unextendApplications,
  extend: extendApplications,
} as const;
export type ActOfApplications = keyof typeof ACTS;

/** How many are named; the others are counted. */
const NAMED = 5;

/** Why nothing can be done here; undefined where something can. */
export function useHindrance(current: boolean | undefined): string | undefined {
  const t = useTranslations("staff.applications");
  const { data: user } = useQuery(meQuery(useLocale()));
  if (user && !mayCall(extendApplications, user.roles)) return t("readOnly");
  return current === false ? t("editionOver") : undefined;
}

/** The bar of what is chosen, and the dialog of the act that was opened on it. */
export function ApplicationActs({
  list,
  filter,
  exportHref,
  selection,
  seen,
  hindrance,
  open,
  onOpen,
}: {
  list: AnswerOf<typeof listApplications>;
  filter: object;
  exportHref: string;
  selection: ListSelection;
  /** The rows that have been in sight: those chosen are among them. */
  seen: ReadonlyMap<string, ApplicationRow>;
  hindrance: string | undefined;
  open: ActOfApplications | null;
  onOpen: (act: ActOfApplications | null) => void;
}) {
  const t = useTranslations("staff.applications");
  return (
    <>
      {open && (
        <Act act={open} {...{ list, filter, selection, seen }} onClose={() => onOpen(null)} />
      )}
      <SelectionBar
        selection={selection}
        total={list.total}
        said={t("all" in selection.chosen ? "allChosen" : "chosen", { count: selection.count })}
      >
        <ButtonLink plain small variant="secondary" href={exportHref} download>
          {t("export", { count: list.total })}
        </ButtonLink>
        {(Object.keys(ACTS) as ActOfApplications[]).map((act) => (
          <Button
            key={act}
            small
            variant={act === "extend" ? "primary" : "secondary"}
            disabledReason={hindrance}
            onClick={() => onOpen(act)}
          >
            {t(`act.${act}`)}
          </Button>
        ))}
      </SelectionBar>
    </>
  );
}

function Act({
  act,
  list,
  filter,
  selection,
  seen,
  onClose,
}: {
  act: ActOfApplications;
  list: AnswerOf<typeof listApplications>;
  filter: object;
  selection: ListSelection;
  seen: ReadonlyMap<string, ApplicationRow>;
  onClose: () => void;
}) {
  const [moment, setMoment] = useState<Moment>({ day: "", hour: "" });
  const { chosen, count } = selection;
  const to = {
    selection: "all" in chosen ? { query: filter, count: chosen.all } : { ids: chosen.ids },
  };
  const until = untilOf(moment);
  const isExtension = act === "extend";
  return (
    <ActDialog
      endpoint={ACTS[act]}
      decided={!isExtension ? to : until ? { ...to, until } : null}
      count={count}
      {...(isExtension && {
        decide: ({ until: error }) => (
          <ExtendFields
            moment={moment}
            onChange={setMoment}
            closesAt={list.closes_at}
            error={error}
          />
        ),
      })}
      toWhom={<ToWhom chosen={chosen} seen={seen} closesAt={list.closes_at} />}
      onDone={() => {
        selection.none();
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Those chosen by name with the deadline each has now, or how many all are. */
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
  const format = useFormatter();
  if ("all" in chosen) return <p>{t("allChosen", { count: chosen.all })}</p>;
  const rows = chosen.ids.flatMap((id) => seen.get(id) ?? []);
  const named = rows.slice(0, NAMED);
  const others = chosen.ids.length - named.length;
  return (
    <ul className={actStyles.people}>
      {named.map(({ id, name, person, extended_until }) => (
        <li key={id}>
          <span>
            <strong>{name || t("unnamed")}</strong>
            <span className={actStyles.person}>
              {[person, extended_until && t("hadExtension")].filter(Boolean).join(", ")}
            </span>
          </span>
          <span>
            {format.dateTime(new Date(extended_until ?? closesAt), {
              day: "numeric",
              month: "short",
              hour: "2-digit",
              minute: "2-digit",
            })}
          </span>
        </li>
      ))}
      {others > 0 && <li>{t("andOthers", { count: others })}</li>}
    </ul>
  );
}
