"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { AnswerOf } from "@/contract/endpoint";
import { isFilled } from "@/contract/project/progress";
import { FIELD_NAMES, type ProjectField, ruleOf } from "@/contract/project/project-fields";
import { type Application, openDraft } from "@/contract/staff/application";
import { call } from "@/lib/api/call";
import { messageOr } from "@/lib/i18n/message-of";
import { useWhen } from "../shell/use-when";
import { ReasonDialog, useMayAct } from "./head-actions";
import styles from "./one-application.module.css";

type Opened = AnswerOf<typeof openDraft>;

/**
 * Shows which fields of the application's draft differ from the sent version. Staff see the draft's text only after
 * giving a reason.
 */
export function Draft({ application, programme }: { application: Application; programme: string }) {
  const t = useTranslations("staff.application");
  const action = useTranslations("staff.act");
  const fields = useTranslations("fields");
  const locale = useLocale();
  const { moment } = useWhen();
  const may = useMayAct();
  const [asking, setAsking] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { id, draft_changes: changed, saved_at: saved } = application;
  const names = changed.map((field) => fields(`label.${field as ProjectField}`)).join(", ");
  return (
    <li className={styles.item}>
      <p className={styles.line}>
        <strong>{t("draft")}</strong> <span>{moment(saved)}</span>
      </p>
      {changed.length > 0 && <p>{t("draftChanges", { count: changed.length, names })}</p>}
      {!opened && <p className={styles.quiet}>{t("draftClosed")}</p>}
      {may && !opened && (
        <span>
          <Button small variant="secondary" onClick={() => setAsking(true)}>
            {t("draftOpen.open")}
          </Button>
        </span>
      )}
      {opened && <DraftText draft={opened} language={application.language} programme={programme} />}
      {asking && (
        <ReasonDialog
          title={t("draftOpen.title")}
          label={action("reason")}
          note={action("reasonHelp")}
          verb={t("draftOpen.verb")}
          onClose={() => setAsking(false)}
          send={async (reason) => {
            setOpened(await call(openDraft, { locale, params: { id }, body: { reason } }));
            setAsking(false);
          }}
        />
      )}
    </li>
  );
}

/** Lists every filled field of the application's draft, as the applicant wrote it. */
function DraftText({ draft, ...shown }: { draft: Opened } & Shown) {
  const t = useTranslations("staff.application");
  const fields = useTranslations("fields");
  const { moment } = useWhen();
  const texts = FIELD_NAMES.filter((field) => isFilled(draft.project[field]));
  return (
    <>
      <p className={styles.quiet}>{t("draftOpen.as", { at: moment(draft.saved_at) })}</p>
      <dl className={styles.changes}>
        {texts.map((field) => (
          <div key={field}>
            <dt>{fields(`label.${field}`)}</dt>
            <dd className={styles.written}>
              <DraftAnswer field={field} value={draft.project[field]} {...shown} />
            </dd>
          </div>
        ))}
      </dl>
      {texts.length === 0 && <p>{t("draftOpen.empty")}</p>}
    </>
  );
}

type Shown = { language: string; programme: string };

/** Shows an answer: an option by its label, any other text in the language of the applicant's account. */
export function Answer({
  field,
  value,
  language,
  programme,
}: { field: ProjectField; value: string } & Shown) {
  const options = useTranslations("options");
  if (ruleOf(field).kind === "choice")
    return messageOr(options, value, value, { product: programme });
  return <span lang={language}>{value}</span>;
}

function DraftAnswer({
  field,
  value,
  ...shown
}: { field: ProjectField; value: Opened["project"][ProjectField] } & Shown) {
  const options = useTranslations("options");
  const { language, programme } = shown;
  const word = (one: string) => messageOr(options, one, one, { product: programme });
  if (value === null) return null;
  if (typeof value === "string") return <Answer {...{ field, value }} {...shown} />;
  if (!Array.isArray(value)) return value.name;
  return value.map(({ name, role, phone, age, info }) => (
    <p key={`${name} ${role} ${phone}`}>
      {name} <span lang={language}>{role}</span>{" "}
      {[phone, word(age), word(info)].filter(Boolean).join(", ")}
    </p>
  ));
}
