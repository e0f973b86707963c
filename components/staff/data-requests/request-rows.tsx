"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { cx } from "@/components/ui/cx";
import { Status } from "@/components/ui/figures/status";
import { EqualValues, equalValues } from "@/components/ui/page/equal-values";
import { Fold } from "@/components/ui/page/fold";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { assignRequest, eraseAddress, type RequestRow } from "@/contract/staff/requests";
import { dated, isElided } from "@/lib/i18n/is-elided";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { ActionDialog } from "../actions/action-dialog";
import listRows from "../list/list-rows.module.css";
import { ListRow, ListTable } from "../list/list-table";
import { OwnerField } from "../owners/owner-field";
import { useOwnerName } from "../owners/owners";
import { PersonAction } from "../people/person-actions";
import { personHref } from "../people/person-href";
import { DaysLeft, RequestActions } from "../people/person-requests";
import { daysTo } from "../people/request-arc";
import { useDisabledReason } from "../people/whom";
import { useWhen } from "../shell/use-when";
import styles from "./request-rows.module.css";

/** Lists a page of data requests with their actions. Each row links to the person, if the person has an account. */
export function RequestRows({
  requests,
  today,
  busy,
}: {
  requests: readonly RequestRow[];
  today: string;
  busy: boolean;
}) {
  const t = useTranslations("staff.requests");
  const router = useRouter();
  const open = (id: string) => {
    const person = requests.find((one) => one.id === id)?.person;
    if (person) router.push(personHref(person));
  };
  const person = useTranslations("staff.person");
  const list = useTranslations("staff.list");
  const equal = equalValues(requests, {
    what: ({ kind, note, extension }) =>
      [person(`request.${kind}`), note, extension].filter(Boolean).join(", "),
  });
  const columns = (["who", "what", "due", "acts"] as const).filter((name) => !(name in equal));
  return (
    <>
      <ListTable
        caption={t("title")}
        columns={columns.map((name) => t(`column.${name}`))}
        busy={busy}
        keys={{ open }}
      >
        {requests.map((row) => (
          <Row key={row.id} row={row} today={today} isMixed={!("what" in equal)} />
        ))}
      </ListTable>
      <EqualValues
        label={list("equal")}
        values={equal}
        nameOf={(column) => t(`column.${column}`)}
      />
    </>
  );
}

function Row({
  row,
  today,
  isMixed,
}: {
  row: RequestRow;
  today: string;
  /**
   * Whether the listed data requests differ in kind, note, or deadline extension. If so, each row shows these values.
   */
  isMixed: boolean;
}) {
  const t = useTranslations("staff.requests");
  const person = useTranslations("staff.person");
  const owned = useTranslations("staff.owner");
  const ownerName = useOwnerName();
  const { day } = useWhen();
  const { email, note, extension, answered_on, answer, proposed } = row;
  const isAddress = row.kind === "erasure" && row.person === null && email !== null;
  const who = row.name || email || t("erased");
  const [received, due] = [day(row.received_on), day(row.due_on)];
  return (
    <ListRow id={row.id} className={styles.row}>
      <th scope="row" className={cx(listRows.name, styles.name)}>
        {row.person ? <Link href={personHref(row.person)}>{who}</Link> : who}
        {row.name && email && <span className={listRows.small}>{email}</span>}
        {row.owner && (
          <span className={listRows.small}>{owned("of", { name: ownerName(row.owner) })}</span>
        )}
        {!row.person && email && <span className={listRows.small}>{t("noAccount")}</span>}
      </th>
      {isMixed && (
        <td className={styles.what}>
          {person(`request.${row.kind}`)}
          {note && <span className={listRows.small}>{person("quoted", { words: note })}</span>}
          {extension && (
            <span className={listRows.small}>{person("because", { words: extension })}</span>
          )}
        </td>
      )}
      <td className={styles.due}>
        {answered_on === null ? (
          <DaysLeft left={daysTo(row.due_on, today)} />
        ) : (
          <Status tone="done">{t("answered", dated("day", day(answered_on)))}</Status>
        )}
        <span className={listRows.small}>
          {t("dates", {
            received,
            receivedElided: isElided(received),
            due,
            dueElided: isElided(due),
          })}
        </span>
      </td>
      <td className={styles.answer}>
        {answered_on === null ? (
          <Fold label={t("column.acts")}>
            <div className={styles.acts}>
              <AssignRequest request={row} />
              <RequestActions
                request={row}
                toWhom={<p>{[row.name, email].filter(Boolean).join(", ")}</p>}
              />
              {isAddress && (
                <PersonAction
                  endpoint={eraseAddress}
                  person={{ id: row.id, name: row.name, email }}
                  proposed={proposed}
                  what={person("proposedAddress")}
                >
                  {person("act.eraseAddress")}
                </PersonAction>
              )}
            </div>
          </Fold>
        ) : (
          answer && person("quoted", { words: answer })
        )}
      </td>
    </ListRow>
  );
}

/** Select that puts a staff member in charge of a data request. */
function AssignRequest({ request }: { request: RequestRow }) {
  const t = useTranslations("staff.owner");
  const disabledReason = useDisabledReason();
  const [open, setOpen] = useState(false);
  const [owner, setOwner] = useState("");
  const close = () => setOpen(false);
  return (
    <>
      <Button
        small
        variant="secondary"
        disabledReason={disabledReason(assignRequest)}
        onClick={() => {
          setOwner(request.owner ? "" : "me");
          setOpen(true);
        }}
      >
        {t(request.owner ? "change" : "assign")}
        <VisuallyHidden>{`, ${request.name || request.email || ""}`}</VisuallyHidden>
      </Button>
      {open && (
        <ActionDialog
          endpoint={assignRequest}
          input={owner ? { owner } : null}
          params={{ id: request.id }}
          count={1}
          decide={({ owner: error }) => (
            <OwnerField value={owner} error={error} onChange={setOwner} />
          )}
          whomTitle={t("request")}
          toWhom={<p>{[request.name, request.email].filter(Boolean).join(", ")}</p>}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  );
}
