import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { config } from "@/lib/config";
import { phoneLink } from "../frame/phone-link";
import styles from "./who-we-are.module.css";

/**
 * Names the companies of the corporate group that runs the programme, and the programme's partners. Gives the
 * programme's address, telephone number, and email address.
 */
export function WhoWeAre() {
  const t = useTranslations("about.who");
  const { group, partners, postalAddress, phone, contactMail } = config;
  return (
    <section className={styles.band}>
      <h2>{t("title", { group: group.name })}</h2>
      <dl className={styles.list}>
        <Companies term={t("companies")} companies={group.companies} />
        <Companies term={t("partners")} companies={partners} />
        <Entry term={t("where")}>
          <dd>{postalAddress}</dd>
          <dd>
            <a href={phoneLink(phone)}>{phone}</a>
          </dd>
          <dd>
            <a href={`mailto:${contactMail}`}>{contactMail}</a>
          </dd>
        </Entry>
      </dl>
    </section>
  );
}

function Companies({ term, companies }: { term: string; companies: typeof config.partners }) {
  if (companies.length === 0) return null;
  return (
    <Entry term={term}>
      {companies.map(({ name, url }) => (
        <dd key={name}>{url ? <a href={url}>{name}</a> : name}</dd>
      ))}
    </Entry>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.entry}>
      <dt className={styles.term}>{term}</dt>
      {children}
    </div>
  );
}
