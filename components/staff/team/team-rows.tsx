"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Status } from "@/components/ui/figures/status";
import { revokeStaff, type StaffMember, signOutStaff } from "@/contract/staff/team";
import { messageOf } from "@/lib/i18n/message-of";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { ActionDialog } from "../actions/action-dialog";
import listRows from "../list/list-rows.module.css";
import { ListRow, ListTable } from "../list/list-table";
import styles from "../people/people.module.css";
import { personHref } from "../people/person-href";
import { useDisabledReason, WhomLine } from "../people/whom";
import { screenNamed } from "../shell/screens";
import { useRoleWord } from "../shell/use-role-name";
import { useWhen } from "../shell/use-when";

const COLUMNS = ["who", "factor", "sessions", "last", "acts"] as const;
type Open = { member: StaffMember; role: string | null };

/**
 * Lists staff members: roles, two-step login, sessions, last action, and buttons for actions. If the user's role does
 * not allow an action, its button is disabled and shows the reason.
 */
export function TeamRows({ members, busy }: { members: readonly StaffMember[]; busy: boolean }) {
  const t = useTranslations("staff.team");
  const router = useRouter();
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      <ListTable
        caption={t("title")}
        columns={COLUMNS.map((name) => t(`column.${name}`))}
        busy={busy}
        keys={{ open: (id) => router.push(personHref(id)) }}
      >
        {members.map((member) => (
          <Row key={member.id} member={member} onOpen={setOpen} />
        ))}
      </ListTable>
      {open && <Sheet open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Sheet({ open: { member, role }, onClose }: { open: Open; onClose: () => void }) {
  const shared = {
    count: 1,
    toWhom: <WhomLine person={member} />,
    onDone: onClose,
    onClose,
  };
  if (role === null) {
    return (
      <ActionDialog endpoint={signOutStaff} input={{}} params={{ id: member.id }} {...shared} />
    );
  }
  return <ActionDialog endpoint={revokeStaff} input={{ email: member.email, role }} {...shared} />;
}

function Row({ member, onOpen }: { member: StaffMember; onOpen: (open: Open) => void }) {
  const t = useTranslations("staff.team");
  const roleWord = useRoleWord();
  const acts = useTranslations("staff.log.act");
  const { moment } = useWhen();
  const disabledReason = useDisabledReason();
  const { id, name, email, roles, passkeys, app, sessions, seen_at, last_act } = member;
  return (
    <ListRow id={id}>
      <th scope="row" className={listRows.name}>
        <Link href={personHref(id)}>{name || email}</Link>
        <span className={listRows.small}>{email}</span>
        <span className={listRows.small}>
          {[...roles.map(roleWord), member.own && t("you"), member.deactivated && t("deactivated")]
            .filter(Boolean)
            .join(", ")}
        </span>
      </th>
      <td>
        <Status tone={passkeys > 0 ? "done" : app ? "flight" : "wrong"}>
          {passkeys > 0 ? t("keys", { count: passkeys }) : t(app ? "onlyApp" : "noFactor")}
        </Status>
        {passkeys > 0 && app && <span className={listRows.small}>{t("andApp")}</span>}
      </td>
      <td>
        {t("open", { count: sessions })}
        {seen_at && <span className={listRows.small}>{t("seen", { at: moment(seen_at) })}</span>}
      </td>
      <td>
        {last_act ? (
          <>
            <Link href={`${screenNamed("log").path}?${new URLSearchParams({ who: email })}`}>
              {messageOf(acts, last_act.act)}
            </Link>
            <span className={listRows.small}>{moment(last_act.at)}</span>
          </>
        ) : (
          t("noAct")
        )}
      </td>
      <td>
        <div className={styles.acts}>
          {roles.map((role) => (
            <Button
              key={role}
              small
              variant="secondary"
              disabledReason={disabledReason(revokeStaff)}
              onClick={() => onOpen({ member, role })}
            >
              {t("revoke", { role: roleWord(role) })}
            </Button>
          ))}
          {sessions > 0 && !member.own && (
            <Button
              small
              variant="secondary"
              disabledReason={disabledReason(signOutStaff)}
              onClick={() => onOpen({ member, role: null })}
            >
              {t("signOut")}
            </Button>
          )}
        </div>
      </td>
    </ListRow>
  );
}
