"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import {
  type ApplicationRow,
  extendApplications,
  remindApplications,
  restoreApplications,
  unextendApplications,
} from "@/contract/staff/applications";
import { ActionDialog } from "../actions/action-dialog";
import actionStyles from "../actions/action-dialog.module.css";
import { WriteDialog } from "../letters/write-dialog";
import type { ListSelection } from "../list/use-selection";
import { useWhen } from "../shell/use-when";
import { ExtendFields, type Moment, untilOf } from "./extend-fields";

/** The endpoints of the actions. A letter has its own dialog. */
const ENDPOINTS = {
  remind: remindApplications,
  restore: restoreApplications,
  unextend: unextendApplications,
  extend: extendApplications,
} as const;
export type ApplicationsAction = "write" | keyof typeof ENDPOINTS;

/** Number of applications listed by name. The others are only counted. */
const NAMED = 5;

/** Dialog of an action on applications, for a selection or a single application. */
export function ApplicationAction({
  action,
  chosen,
  count,
  filter = {},
  seen,
  closesAt,
  onDone,
  onClose,
}: {
  action: ApplicationsAction;
  chosen: ListSelection["chosen"];
  count: number;
  filter?: object;
  seen: ReadonlyMap<string, ApplicationRow>;
  closesAt: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const [moment, setMoment] = useState<Moment>({ day: "", hour: "" });
  const to = {
    selection: "all" in chosen ? { query: filter, count: chosen.all } : { ids: chosen.ids },
  };
  const until = untilOf(moment);
  const isExtension = action === "extend";
  if (action === "write") {
    const selection =
      "all" in chosen ? { query: filter, count: chosen.all } : { ids: [...chosen.ids] };
    return <WriteDialog {...{ selection, count, onDone, onClose }} />;
  }
  return (
    <ActionDialog
      endpoint={ENDPOINTS[action]}
      input={!isExtension ? to : until ? { ...to, until } : null}
      count={count}
      {...(isExtension && {
        decide: ({ until: error }) => (
          <ExtendFields
            {...{ moment, closesAt, error }}
            deadline={latestDeadline(chosen, seen, closesAt)}
            onChange={setMoment}
          />
        ),
      })}
      toWhom={<ToWhom chosen={chosen} seen={seen} closesAt={closesAt} />}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Returns the latest deadline of the selected applications that are known; the general one for the others. */
function latestDeadline(
  chosen: ListSelection["chosen"],
  seen: ReadonlyMap<string, ApplicationRow>,
  closesAt: string,
): string {
  if ("all" in chosen) return closesAt;
  const own = chosen.ids.flatMap((id) => seen.get(id)?.extended_until ?? []);
  return [closesAt, ...own].reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b));
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
