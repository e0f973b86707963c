"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import {
  type ApplicationRow,
  assignApplications,
  extendApplications,
  remindApplications,
  restoreApplications,
  tagApplications,
  unextendApplications,
} from "@/contract/staff/applications";
import { ActionDialog } from "../actions/action-dialog";
import actionStyles from "../actions/action-dialog.module.css";
import { WriteDialog } from "../letters/write-dialog";
import type { ListSelection } from "../list/use-selection";
import { OwnerField } from "../owners/owner-field";
import { useOwnerName } from "../owners/owners";
import { useWhen } from "../shell/use-when";
import { TagChips } from "../tags/tag-chip";
import { type Share, type TagChanges, TagFields, tagInput } from "../tags/tag-fields";
import { ExtendFields, type Moment, untilOf } from "./extend-fields";

/** The API endpoint of each action on applications. Writing a letter has a separate dialog. */
const ENDPOINTS = {
  remind: remindApplications,
  restore: restoreApplications,
  unextend: unextendApplications,
  extend: extendApplications,
  tag: tagApplications,
  assign: assignApplications,
} as const;
export type ApplicationsAction = "write" | keyof typeof ENDPOINTS;

/**
 * Maximum number of applications that the dialog lists by name. If more are selected, the dialog also shows the number
 * of further applications.
 */
const NAMED = 5;

/** Dialog of a staff action on selected applications, or on a single application. */
export function ApplicationAction({
  action,
  chosen,
  count,
  filter = {},
  seen,
  closesAt,
  initialOwner = "",
  onDone,
  onClose,
}: {
  action: ApplicationsAction;
  chosen: ListSelection["chosen"];
  count: number;
  filter?: object;
  seen: ReadonlyMap<string, ApplicationRow>;
  closesAt: string;
  /** The staff member who is initially selected as the one in charge of the applications. */
  initialOwner?: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const [moment, setMoment] = useState<Moment>({ day: "", hour: "" });
  const to = {
    selection: "all" in chosen ? { query: filter, count: chosen.all } : { ids: chosen.ids },
  };
  const t = useTranslations("staff.applications");
  // An action on tags or on the staff member in charge affects the application and not its applicant, so the dialog has
  // a different heading.
  const isWork = action === "tag" || action === "assign";
  const until = untilOf(moment);
  const [owner, setOwner] = useState(initialOwner);
  const [changes, setChanges] = useState<TagChanges>(new Map());
  const tags = tagInput(changes);
  if (action === "write") {
    const selection =
      "all" in chosen ? { query: filter, count: chosen.all } : { ids: [...chosen.ids] };
    return <WriteDialog {...{ selection, count, onDone, onClose }} />;
  }
  /**
   * Returns whether all, some, or none of the selected applications have a given tag. If staff selected all
   * applications that match the filter, returns "some", because the page has not loaded all their rows. A single
   * selected application whose row is not loaded counts as one without the tag.
   */
  function shareOf(id: string): Share {
    if ("all" in chosen) return "some";
    const rows = chosen.ids.flatMap((one) => seen.get(one) ?? []);
    const own = rows.filter((row) => row.tags.some((tag) => tag.id === id)).length;
    return own === 0 ? "none" : own === chosen.ids.length ? "all" : "some";
  }

  /** Returns the action's request body, and the fields that the staff member fills in. */
  function fieldsOf(): Pick<ComponentProps<typeof ActionDialog>, "input" | "decide"> {
    if (action === "extend") {
      return {
        input: until ? { ...to, until } : null,
        decide: ({ until: error }) => (
          <ExtendFields
            {...{ moment, closesAt, error }}
            deadline={latestDeadline(chosen, seen, closesAt)}
            onChange={setMoment}
          />
        ),
      };
    }
    if (action === "assign") {
      return {
        input: owner ? { ...to, owner } : null,
        decide: ({ owner: error }) => (
          <OwnerField value={owner} error={error} onChange={setOwner} />
        ),
      };
    }
    if (action === "tag") {
      return {
        input: tags && { ...to, ...tags },
        decide: () => <TagFields shareOf={shareOf} changes={changes} onChange={setChanges} />,
      };
    }
    return { input: to };
  }

  return (
    <ActionDialog
      endpoint={ENDPOINTS[action]}
      {...fieldsOf()}
      count={count}
      {...(isWork && { whomTitle: t("which") })}
      toWhom={<ToWhom action={action} chosen={chosen} seen={seen} closesAt={closesAt} />}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/**
 * Returns the latest deadline of the selected applications. Uses the general deadline for applications whose row is
 * not loaded, and if all matches are selected.
 */
function latestDeadline(
  chosen: ListSelection["chosen"],
  seen: ReadonlyMap<string, ApplicationRow>,
  closesAt: string,
): string {
  if ("all" in chosen) return closesAt;
  const own = chosen.ids.flatMap((id) => seen.get(id)?.extended_until ?? []);
  return [closesAt, ...own].reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b));
}

/**
 * Lists the first selected applications by name, with the value that the action changes, and the number of further
 * ones. If all matches are selected, shows only their number.
 */
function ToWhom({
  action,
  chosen,
  seen,
  closesAt,
}: {
  action: ApplicationsAction;
  chosen: ListSelection["chosen"];
  seen: ReadonlyMap<string, ApplicationRow>;
  closesAt: string;
}) {
  const t = useTranslations("staff.applications");
  const when = useWhen();
  const ownerName = useOwnerName();
  const wordsOf = ({ tags, owner, extended_until }: ApplicationRow) => {
    if (action === "tag") return <TagChips tags={tags} label={t("column.tags")} />;
    if (action === "assign") return <span>{owner ? ownerName(owner) : t("noOwner")}</span>;
    return <span>{when.deadline(extended_until ?? closesAt)}</span>;
  };
  if ("all" in chosen) return <p>{t("allChosen", { count: chosen.all })}</p>;
  const rows = chosen.ids.flatMap((id) => seen.get(id) ?? []);
  const named = rows.slice(0, NAMED);
  const others = chosen.ids.length - named.length;
  return (
    <ul className={actionStyles.people}>
      {named.map((row) => (
        <li key={row.id}>
          <span>
            <strong>{row.name || t("unnamed")}</strong>
            <span className={actionStyles.person}>
              {[row.person, row.extended_until && t("hadExtension")].filter(Boolean).join(", ")}
            </span>
          </span>
          {wordsOf(row)}
        </li>
      ))}
      {others > 0 && <li>{t("andOthers", { count: others })}</li>}
    </ul>
  );
}
