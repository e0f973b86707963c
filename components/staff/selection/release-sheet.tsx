"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
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
import { MailPager } from "../mail-sheet/mail-pager";
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
          <>
            <MailPager
              mail={data.mail}
              place={shown.place}
              of={data.of}
              languages={kind.languages.map(({ language }) => language)}
              language={shown.language}
              onChoose={(one) => setShown({ template: kind.template, ...one })}
            />
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
          </>
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
