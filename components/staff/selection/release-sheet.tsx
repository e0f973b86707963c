"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/actions/button";
import type { FunnelStage } from "@/contract/evaluation/funnel";
import type { Language } from "@/contract/languages";
import {
  type DecisionMails,
  listDecisionMails,
  releaseDecisions,
} from "@/contract/staff/selection";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { ActDialog } from "../act/act-dialog";
import { ListBody } from "../list/list-body";
import { MailSheet } from "../mail-sheet/mail-sheet";
import styles from "./release-sheet.module.css";

type Shown = { template?: string; language?: Language; place: number };
type Kind = DecisionMails["kinds"][number];

/** The last look before everybody is told: what they get, the real mails, how many, and that there is no way back. */
export function ReleaseSheet({
  edition,
  stage,
  count,
  onDone,
  onClose,
}: {
  edition: number;
  stage: FunnelStage;
  count: number;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff.selection.sheet");
  const [shown, setShown] = useState<Shown>({ place: 1 });
  const query = useQuery({
    ...readOf(listDecisionMails, { locale: useLocale(), query: { edition, stage, ...shown } }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const kind = data?.kinds.find(({ template }) => template === shown.template) ?? data?.kinds[0];
  return (
    <ActDialog
      endpoint={releaseDecisions}
      decided={{ edition, stage }}
      count={count}
      safe={t("safe")}
      decide={() => (
        <ListBody query={query} failed={t("failed")} rows={2}>
          {data?.kinds.length === 0 && <p>{t("noMail")}</p>}
          {data?.kinds.map((one) => (
            <KindChoice
              key={one.template}
              kind={one}
              chosen={one === kind}
              onChoose={() => setShown({ template: one.template, place: 1 })}
            />
          ))}
        </ListBody>
      )}
      aside={
        data?.mail && kind ? (
          <section className={styles.mail} aria-label={t("mail")}>
            <div className={styles.head}>
              <h3 className={styles.heading}>{t("mail")}</h3>
              <Languages
                kind={kind}
                shown={shown.language}
                onChoose={(language) => setShown({ template: kind.template, language, place: 1 })}
              />
              <span role="status">{t("mailOf", { place: shown.place, count: data.of })}</span>
            </div>
            <MailSheet mail={data.mail} label={data.mail.subject} />
            <div className={styles.head}>
              {([-1, 1] as const).map((step) => {
                const place = shown.place + step;
                const isThere = place >= 1 && place <= data.of;
                return (
                  <Button
                    key={step}
                    small
                    variant="secondary"
                    aria-disabled={!isThere}
                    onClick={() => isThere && setShown({ ...shown, place })}
                  >
                    {t(step < 0 ? "previous" : "next")}
                  </Button>
                );
              })}
            </div>
            {data.refused.length > 0 && (
              <p className={styles.refused}>
                {t("refused", { count: data.refused.length })}{" "}
                {data.refused.map(({ id, name }) => (
                  <Link key={id} href={`/dashboard/regia/candidature/${id}`}>
                    {name}
                  </Link>
                ))}
              </p>
            )}
          </section>
        ) : (
          <p>{t("noMail")}</p>
        )
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** What some of them get: how many, in which languages, under which subject. */
function KindChoice({
  kind: { outcome, count, languages, subject },
  chosen,
  onChoose,
}: {
  kind: Kind;
  chosen: boolean;
  onChoose: () => void;
}) {
  const t = useTranslations("staff.selection.sheet");
  return (
    <label className={styles.kind}>
      <input type="radio" name="kind" checked={chosen} onChange={onChoose} />
      <span>
        <strong>{t(outcome === "selected" ? "kind" : "kindNot", { count })}</strong>
        <span className={styles.small}>{subject}</span>
      </span>
      <span className={styles.small}>{languages.map((one) => t("languages", one)).join(", ")}</span>
    </label>
  );
}

function Languages({
  kind,
  shown,
  onChoose,
}: {
  kind: Kind;
  shown: Language | undefined;
  onChoose: (language: Language) => void;
}) {
  const t = useTranslations("staff.selection.sheet");
  if (kind.languages.length < 2) return null;
  return (
    <fieldset className={styles.languages} aria-label={t("languageChoice")}>
      {kind.languages.map(({ language }) => (
        <button
          key={language}
          type="button"
          aria-pressed={shown === language}
          onClick={() => onChoose(language)}
        >
          {language}
        </button>
      ))}
    </fieldset>
  );
}
