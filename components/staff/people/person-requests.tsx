"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import { Status } from "@/components/ui/figures/status";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import {
  type DataRequest,
  dueOn,
  REQUEST_KINDS,
  type RequestKind,
} from "@/contract/staff/data-requests";
import type { Person } from "@/contract/staff/people";
import { answerRequest, extendRequest, openRequest } from "@/contract/staff/people-actions";
import { openRequestFrom } from "@/contract/staff/requests";
import { dated } from "@/lib/i18n/is-elided";
import { ActionDialog } from "../actions/action-dialog";
import type { ActionEndpoint } from "../actions/use-staff-action";
import { useWhen } from "../shell/use-when";
import styles from "./person.module.css";
import { daysTo, RequestArc } from "./request-arc";
import { useDisabledReason, WhomLine } from "./whom";

const ACTS = { answer: answerRequest, extend: extendRequest } as const;

/** Lists a person's data requests: open requests with their legal deadline first, then answered ones. */
export function Requests({ person }: { person: Person }) {
  const t = useTranslations("staff.person");
  const { day } = useWhen();
  const open = person.requests.filter(({ answered_on }) => answered_on === null);
  const answered = person.requests.filter(({ answered_on }) => answered_on !== null);
  return (
    <div className={styles.requests}>
      {open.map((request) => (
        <OpenRequest key={request.id} request={request} person={person} />
      ))}
      {answered.length > 0 && (
        <ul className={styles.quiet} aria-label={t("answered")}>
          {answered.map(({ id, kind, answered_on, answer }) => (
            <li key={id}>
              {t("answeredOn", {
                kind: t(`request.${kind}`),
                ...dated("day", day(answered_on ?? "")),
              })}
              {answer && ` ${t("quoted", { words: answer })}`}
            </li>
          ))}
        </ul>
      )}
      <AddRequest person={person} today={person.today} />
    </div>
  );
}

function OpenRequest({ request, person }: { request: DataRequest; person: Person }) {
  const t = useTranslations("staff.person");
  const { day } = useWhen();
  const { kind, received_on, due_on, note, extension } = request;
  const left = daysTo(due_on, person.today);
  return (
    <section className={styles.request} aria-label={t(`request.${kind}`)} data-late={left < 0}>
      <div className={styles.line}>
        <h2>{t(`request.${kind}`)}</h2>
        <DaysLeft left={left} />
      </div>
      <RequestArc request={request} today={person.today} />
      <div className={styles.line}>
        <p>
          <strong>{day(received_on)}</strong> <span className={styles.quiet}>{t("asked")}</span>
        </p>
        <p>
          <strong>{day(due_on)}</strong>{" "}
          <span className={styles.quiet}>{t(extension === null ? "dueByLaw" : "dueExtended")}</span>
        </p>
      </div>
      {note && <p className={styles.quiet}>{t("quoted", { words: note })}</p>}
      {extension && <p className={styles.quiet}>{t("because", { words: extension })}</p>}
      <RequestActions request={request} toWhom={<WhomLine person={person} />} />
    </section>
  );
}

/** Shows the days left to answer a data request, or the days overdue. */
export function DaysLeft({ left }: { left: number }) {
  const t = useTranslations("staff.person");
  return (
    <Status tone={left < 0 ? "wrong" : "flight"}>
      {left < 0 ? t("lateBy", { days: -left }) : t("within", { days: left })}
    </Status>
  );
}

/** Renders the staff actions on an open data request. */
export function RequestActions({ request, toWhom }: { request: DataRequest; toWhom: ReactNode }) {
  const t = useTranslations("staff.person");
  const disabledReason = useDisabledReason();
  const [action, setAction] = useState<keyof typeof ACTS | null>(null);
  return (
    <div className={styles.acts}>
      <Button
        small
        disabledReason={disabledReason(answerRequest)}
        onClick={() => setAction("answer")}
      >
        {t("act.answer")}
      </Button>
      {request.extension === null && request.kind !== "accessibility" && (
        <Button
          small
          variant="secondary"
          disabledReason={disabledReason(extendRequest)}
          onClick={() => setAction("extend")}
        >
          {t("act.extend")}
        </Button>
      )}
      {action && (
        <ActionDialog
          endpoint={ACTS[action] as ActionEndpoint}
          input={{}}
          params={{ id: request.id }}
          count={1}
          toWhom={toWhom}
          onDone={() => setAction(null)}
          onClose={() => setAction(null)}
        />
      )}
    </div>
  );
}

/**
 * Dialog that records a data request with its date.
 *
 * @param person the person; without one, the owner of an email address
 * @param from the email address; without it, the user types it
 */
export function AddRequest({
  person,
  from = "",
  today,
}: {
  person?: Person;
  from?: string;
  today: string;
}) {
  const t = useTranslations("staff.person");
  const { day } = useWhen();
  const disabledReason = useDisabledReason();
  const endpoint = person ? openRequest : openRequestFrom;
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState(from);
  const [kind, setKind] = useState<RequestKind | "">("");
  const [receivedOn, setReceivedOn] = useState(today);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(receivedOn);
  const isWhole = kind && isDay && (person || email.includes("@"));
  return (
    <div>
      <Button
        small
        variant="secondary"
        disabledReason={disabledReason(endpoint)}
        onClick={() => setOpen(true)}
      >
        {t(from ? "act.requestOf" : "act.request")}
        {from && <VisuallyHidden>{`, ${from}`}</VisuallyHidden>}
      </Button>
      {open && (
        <ActionDialog
          endpoint={endpoint}
          input={isWhole ? { kind, received_on: receivedOn, ...(!person && { email }) } : null}
          {...(person && { params: { id: person.id } })}
          count={1}
          decide={(errors) => (
            <>
              {!person && !from && (
                <TextField
                  name="request-email"
                  type="email"
                  label={t("requestFrom")}
                  help={t("requestFromHelp")}
                  autoComplete="off"
                  value={email}
                  error={errors.email}
                  onChange={({ target }) => setEmail(target.value)}
                />
              )}
              <SelectField
                name="request-kind"
                label={t("requestKind")}
                options={REQUEST_KINDS.map((value) => ({ value, label: t(`request.${value}`) }))}
                value={kind}
                error={errors.kind}
                onChange={({ target }) => setKind(target.value as RequestKind)}
              />
              <TextField
                name="request-day"
                type="date"
                label={t("receivedOn")}
                max={today}
                value={receivedOn}
                error={errors.received_on}
                onChange={({ target }) => setReceivedOn(target.value)}
              />
              {isDay && kind && (
                <p>{t("toAnswerBy", dated("day", day(dueOn(kind, receivedOn, false))))}</p>
              )}
            </>
          )}
          toWhom={person ? <WhomLine person={person} /> : <p>{email || t("requestFromNobody")}</p>}
          onDone={() => {
            setOpen(false);
            setEmail(from);
            setKind("");
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
