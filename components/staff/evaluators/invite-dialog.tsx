"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { TextArea } from "@/components/forms/fields/text-area";
import { Status } from "@/components/ui/figures/status";
import { languageName } from "@/contract/languages";
import { inviteEvaluators } from "@/contract/staff/evaluators";
import { type ActionPreview, CHOSEN_MAX } from "@/contract/staff/preview";
import { ActionDialog } from "../actions/action-dialog";
import actionStyles from "../actions/action-dialog.module.css";
import { type ParsedLine, parsePeople } from "./parse-people";

/** Milliseconds without typing before a new preview is requested. */
const PAUSE = 400;
/** Example of a line in the format of mail programs, shown in the empty field. */
const EXAMPLE = "Ada Riva <ada@example.org>";
/** Maximum number of characters of the typed list or of the file. */
const LIST_MAX = 100_000;

/**
 * Dialog that invites evaluators who are typed, pasted, or read from a CSV file. Shows the result of each line before
 * sending.
 */
export function InviteDialog({
  round,
  onClose,
}: {
  /** The round whose jury the invited people join. */
  round: { round?: number };
  onClose: () => void;
}) {
  const t = useTranslations("staff.evaluators");
  const locale = useLocale();
  const [text, setText] = useState("");
  const settled = useSettled(text);
  const lines = useMemo(() => parsePeople(settled, locale), [settled, locale]);
  const people = lines.flatMap((one) => (one.wrong === undefined ? [one.person] : []));
  return (
    <ActionDialog
      endpoint={inviteEvaluators}
      input={people.length > 0 ? { people, ...round } : null}
      count={people.length}
      zeroTitle
      decide={({ people: error }) => (
        <>
          <TextArea
            name="people"
            label={t("people")}
            help={t("peopleHelp", { example: EXAMPLE })}
            rows={6}
            limit={LIST_MAX}
            value={text}
            error={error}
            onChange={({ target }) => setText(target.value)}
          />
          <label className={actionStyles.file}>
            {t("file")}
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={async ({ target }) => {
                const [file] = target.files ?? [];
                if (file) setText((await file.text()).slice(0, LIST_MAX));
              }}
            />
          </label>
        </>
      )}
      toWhom={(preview) => <Lines lines={lines} preview={preview} />}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

/** Reasons why an email address gets no invitation. */
const REFUSED = [
  "evaluates_already",
  "staff_on_jury",
  "already_invited",
  "declined",
  "closed",
  "evaluation_over",
] as const;
type Refused = (typeof REFUSED)[number];

/** Returns the reason for each email address to which the server sends no invitation. */
function refusedIn(preview: ActionPreview | undefined): ReadonlyMap<string, Refused> {
  return new Map(
    (preview?.against ?? []).flatMap(({ name, facts }) => {
      const why = REFUSED.find((one) => one === name);
      const emails = facts?.emails?.split(" ") ?? [];
      return why ? emails.map((email) => [email, why] as const) : [];
    }),
  );
}

function Lines({
  lines,
  preview,
}: {
  lines: readonly ParsedLine[];
  preview: ActionPreview | undefined;
}) {
  const t = useTranslations("staff.evaluators");
  const refused = refusedIn(preview);
  if (lines.length === 0) return <p>{t("nobodyYet")}</p>;
  const bad = lines.filter(({ wrong }) => wrong !== undefined);
  return (
    <>
      <p role="status">
        {t("sums", {
          good: preview?.count ?? lines.length - bad.length,
          refused: refused.size,
          bad: bad.length,
        })}
      </p>
      <ul className={actionStyles.people}>
        {lines.map((one) => (
          <li key={one.line}>
            <Line
              one={one}
              refused={one.wrong === undefined ? refused.get(one.person.email) : undefined}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Line({ one, refused }: { one: ParsedLine; refused: Refused | undefined }) {
  const t = useTranslations("staff.evaluators");
  const locale = useLocale();
  const { line, text } = one;
  if (one.wrong !== undefined) {
    return (
      <Status tone="wrong">
        <strong>{text}</strong>
        <span className={actionStyles.person}>
          {t(`bad.${one.wrong}`, { line, max: CHOSEN_MAX })}
        </span>
      </Status>
    );
  }
  const { first_name, last_name, email, language, capacity } = one.person;
  const said = [
    email,
    ...(refused
      ? [t(`refused.${refused}`)]
      : [
          t("toInvite", { language: languageName(locale, language) }),
          ...(capacity === null ? [] : [t("capacity", { capacity })]),
        ]),
  ];
  return (
    <span>
      <strong>{`${first_name} ${last_name}`}</strong>
      <span className={actionStyles.person}>{said.join(" · ")}</span>
    </span>
  );
}

/** Returns the typed list only after typing has stopped, because every preview is a request. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
