"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { SelectField } from "@/components/forms/fields/select-field";
import { Breadcrumbs } from "@/components/ui/page/breadcrumbs";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import { LANGUAGES, type Language } from "@/contract/languages";
import { getMailTemplate, listMailTemplates } from "@/contract/staff/mails";
import { readOf } from "@/lib/api/query";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { searchText } from "../list/list-address";
import { ListBody } from "../list/list-body";
import styles from "./mails.module.css";
import { MailSheet } from "./rendered-mail";

/** Renders a preview of every email template in each language. The URL contains the selected template. */
export function Templates() {
  const t = useTranslations("staff.mails");
  const locale = useLocale();
  const router = useRouter();
  const params = useSearchParams();
  const query = useQuery(readOf(listMailTemplates, { locale }));
  const known = query.data?.templates ?? [];
  const asked = params.get("template");
  const template = known.find((one) => one.template === asked) ?? known[0];
  const language = LANGUAGES.find((one) => one === params.get("language")) ?? (locale as Language);
  return (
    <div className={styles.page}>
      <Breadcrumbs
        label={t("where")}
        component={Link}
        trail={[{ href: "/dashboard/regia/email", words: t("title") }]}
        current={t("templates")}
      />
      <h1 className={styles.heading}>{t("templates")}</h1>
      <p className={styles.note}>{t("templatesText")}</p>
      <ListBody query={query}>
        {template && (
          <>
            <div className={styles.choice}>
              <SelectField
                name="template"
                label={t("template")}
                value={template.template}
                onChange={({ target }) =>
                  router.push(searchText({ template: target.value, language }), { scroll: false })
                }
                options={known.map((one) => ({ value: one.template, label: one.title }))}
              />
            </div>
            <TabRow label={t("languages")}>
              {LANGUAGES.map((one) => (
                <TabLink
                  key={one}
                  component={Link}
                  href={searchText({ template: template.template, language: one })}
                  current={one === language}
                >
                  {new Intl.DisplayNames(locale, { type: "language" }).of(one) ?? one}
                </TabLink>
              ))}
            </TabRow>
            <One template={template.template} language={language} />
          </>
        )}
      </ListBody>
    </div>
  );
}

function One({ template, language }: { template: string; language: Language }) {
  const t = useTranslations("staff.mails");
  const locale = useLocale();
  const query = useQuery({
    ...readOf(getMailTemplate, { locale, params: { template }, query: { language } }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <ListBody query={query} failed={t("templateFailed")}>
      {data && (
        <>
          <p className={styles.note}>
            <output>{t(data.to ? "real" : "sample")}</output>
          </p>
          <MailSheet {...data} to={data.to ?? t("nobody")} />
        </>
      )}
    </ListBody>
  );
}
