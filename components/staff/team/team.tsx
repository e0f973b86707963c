"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextField } from "@/components/forms/fields/text-field";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import type { AnswerOf } from "@/contract/endpoint";
import { STAFF_ROLES } from "@/contract/roles";
import { exportTeam, grantStaff, listTeam } from "@/contract/staff/team";
import { hrefOf } from "@/lib/api/client";
import { readOf } from "@/lib/api/query";
import { ActionDialog } from "../actions/action-dialog";
import { ExportButton } from "../list/export-button";
import { ListBody } from "../list/list-body";
import { ListHead } from "../list/list-head";
import page from "../list/list-page.module.css";
import { PeopleTabs } from "../people/people-tabs";
import { useDisabledReason } from "../people/whom";
import { useRoleWord } from "../shell/use-role-name";
import { TeamRows } from "./team-rows";

/** Renders the list of staff accounts, and the form that grants a staff role. */
export function Team() {
  const t = useTranslations("staff.team");
  const locale = useLocale();
  const query = useQuery(readOf(listTeam, { locale }));
  const { data } = query;
  return (
    <div className={page.page}>
      <ListHead
        title={t("title")}
        sum={data && t("count", { count: data.members.length })}
        keys={["row", "openRow"]}
      />
      <PeopleTabs current="staff" />
      <ListBody query={query} empty={data?.members.length === 0 && { title: t("nobody") }}>
        {data && (
          <>
            <div className={page.alert}>
              <Bare team={data} />
            </div>
            <div className={page.acts}>
              <Grant />
              <ExportButton
                list="team"
                href={hrefOf(exportTeam, { locale })}
                label={t("export", { count: data.members.length })}
              />
            </div>
            <TeamRows members={data.members} busy={query.isFetching} />
            <p className={page.note}>
              {t("lostFactor")}{" "}
              <code>{"npm run user -- second-factor reset EMAIL --and NAME"}</code>
            </p>
          </>
        )}
      </ListBody>
    </div>
  );
}

/** Warns if the programme has no director, or has only one director and this director has no passkey. */
function Bare({ team }: { team: AnswerOf<typeof listTeam> }) {
  const t = useTranslations("staff.team");
  if (team.directors === 0) return <Banner tone="negative" title={t("noDirector")} />;
  if (team.directors > 1 || team.directors_with_key > 0) return null;
  return (
    <Banner tone="negative" title={t("onlyDirectorNoKey")}>
      {t("onlyDirectorText")}
    </Banner>
  );
}

/** Form that grants a staff role to a person, found by email address. */
function Grant() {
  const t = useTranslations("staff.team");
  const roleWord = useRoleWord();
  const disabledReason = useDisabledReason();
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("");
  const isWhole = email.includes("@") && role !== "";
  return (
    <>
      <Button small disabledReason={disabledReason(grantStaff)} onClick={() => setOpen(true)}>
        {t("grant")}
      </Button>
      {open && (
        <ActionDialog
          endpoint={grantStaff}
          input={isWhole ? { email, role } : null}
          count={1}
          decide={(errors) => (
            <>
              <TextField
                name="grant-email"
                type="email"
                label={t("email")}
                help={t("emailHelp")}
                autoComplete="off"
                value={email}
                error={errors.email}
                onChange={({ target }) => setEmail(target.value)}
              />
              <SelectField
                name="grant-role"
                label={t("role")}
                options={STAFF_ROLES.map((value) => ({
                  value,
                  label: roleWord(value),
                }))}
                value={role}
                error={errors.role}
                onChange={({ target }) => setRole(target.value)}
              />
            </>
          )}
          toWhom={<p>{email || t("nobodyYet")}</p>}
          onDone={() => {
            setOpen(false);
            setEmail("");
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
