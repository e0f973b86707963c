"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Status, type Tone } from "@/components/ui/figures/status";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { MailState } from "@/contract/staff/mail-activity";
import type { MailRow } from "@/contract/staff/mails";
import { useLikelyNow } from "@/lib/browser/server-clock";
import { dated } from "@/lib/i18n/is-elided";
import { ListRow, ListTable } from "../list/list-table";
import { useSpan } from "../shell/use-span";
import { useWhen } from "../shell/use-when";
import { type MailAction, useMayAct } from "./mail-actions";
import styles from "./mails.module.css";

const TONES: Record<MailState, Tone> = {
  waiting: "flight",
  stuck: "wrong",
  failed: "wrong",
  sent: "done",
  expired: "off",
};
/** Templates of emails whose content the recipient can also read after logging in to the site. */
const ELSEWHERE = [
  "application_sent",
  "application_withdrawn",
  "application_restored",
  "draft_deleted",
  "draft_restored",
];

/** Lists emails with their delivery states, and with the mail server's response to each email. */
export function MailRows({
  mails,
  caption,
  busy = false,
  heads = styles.heads,
  onAction,
}: {
  mails: readonly MailRow[];
  caption: string;
  busy?: boolean;
  /** The class of the header row. By default, only screen readers get the header. */
  heads?: string | undefined;
  onAction: (action: MailAction) => void;
}) {
  const t = useTranslations("staff.mails");
  // If all emails have one state, the list's heading names the state, and the rows do not.
  const isMixed = mails.some(({ state }) => state !== mails[0]?.state);
  const columns = [
    ...(isMixed ? (["state"] as const) : []),
    ...(["mail", "says", "when", "act"] as const),
  ];
  return (
    <ListTable
      caption={caption}
      columns={columns.map((name) => t(`column.${name}`))}
      busy={busy}
      heads={heads}
    >
      {mails.map((mail) => (
        <Row key={mail.id} mail={mail} isMixed={isMixed} onAction={onAction} />
      ))}
    </ListTable>
  );
}

function Row({
  mail,
  isMixed,
  onAction,
}: {
  mail: MailRow;
  /**
   * True if the list mixes emails in different states, so that each row shows its email's state.
   */
  isMixed: boolean;
  onAction: (action: MailAction) => void;
}) {
  const t = useTranslations("staff.mails");
  const people = useTranslations("staff.person");
  const { short } = useWhen();
  const disabledReason = useMayAct();
  const { subject, recipient, person, account, state, resend_blocker: blocker } = mail;
  const verb = state === "failed" ? "retry" : state === "sent" ? "resend" : null;
  return (
    <ListRow id={mail.id} className={styles.row}>
      {isMixed && (
        <td className={styles.state}>
          <Status tone={TONES[state]}>{t(`state.${state}`)}</Status>
        </td>
      )}
      <th scope="row" className={styles.subject}>
        {subject}
        <span className={styles.small}>
          {[person, recipient || t("forgotten")].filter(Boolean).join(", ")}
        </span>
      </th>
      <td className={styles.says} data-accepted={state === "sent"}>
        <Says mail={mail} />
      </td>
      <td className={styles.when}>
        <time dateTime={mail.left_at ?? mail.queued_at}>
          {short(mail.left_at ?? mail.queued_at)}
        </time>
      </td>
      <td className={styles.act}>
        <div className={styles.rowActs}>
          {verb && blocker && <span className={styles.small}>{t(`notAgain.${blocker}`)}</span>}
          {verb && !blocker && (
            <Button
              small
              variant="secondary"
              disabledReason={disabledReason}
              onClick={() => onAction({ kind: "resend", mail })}
            >
              {t(`act.${verb}`)}{" "}
              <VisuallyHidden>{t("toOne", { subject, recipient })}</VisuallyHidden>
            </Button>
          )}
          {state === "failed" && account && (
            <Button
              small
              variant="secondary"
              disabledReason={disabledReason}
              onClick={() =>
                onAction({ kind: "correct", whom: { id: account, name: person, email: recipient } })
              }
            >
              {people("act.correct")} <VisuallyHidden>{recipient}</VisuallyHidden>
            </Button>
          )}
        </div>
      </td>
    </ListRow>
  );
}

/**
 * Shows the mail server's response to an email. For a waiting email, also shows when its link expires, and whether the
 * recipient can read the content on the site.
 */
function Says({ mail }: { mail: MailRow }) {
  const t = useTranslations("staff.mails");
  const { moment } = useWhen();
  const span = useSpan();
  const { state, says, attempts, link_until } = mail;
  const queued = Date.parse(mail.queued_at);
  const now = useLikelyNow() ?? queued;
  const waits = state === "waiting" || state === "stuck";
  return (
    <>
      {waits && <span>{t("waits", { span: span(queued, now) })}</span>}
      {says && (
        <span className={styles.quoted}>
          {t("quoted", { words: says })}
          {state === "failed" && attempts > 1 && `, ${t("attempts", { count: attempts })}`}
        </span>
      )}
      {waits && ELSEWHERE.includes(mail.template) && <span>{t("elsewhere")}</span>}
      {waits && link_until && (
        <strong className={styles.alarm}>
          {t(
            Date.parse(link_until) > now ? "linkUntil" : "linkOver",
            dated("time", moment(link_until)),
          )}
        </strong>
      )}
    </>
  );
}
