import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { EnglishNames } from "@/components/ui/english-names";
import { listIn } from "@/contract/languages";
import { DRAWN_NAME, LOGO_RING } from "@/contract/logo";
import { config } from "@/lib/config";
import { PageLink } from "@/lib/i18n/page-link";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { SEARCH_PATH } from "@/lib/routes/pages";
import styles from "./footer.module.css";
import { LegalLinks } from "./legal-links";
import { Letters } from "./letters";
import { phoneLink } from "./phone-link";

/**
 * Renders the footer of the public pages: links about the programme, ways to take part, and contacts.
 *
 * @param consent the button that opens the cookie preferences
 */
export function Footer({ consent }: { consent: ReactNode }) {
  const t = useTranslations("footer");
  const sections = useTranslations("header.section");
  const locale = useLocale();
  const { group, partners, contactMail, phone, postalAddress, social } = config;
  const programme = [
    { href: "/chi-siamo", words: t("about") },
    { href: SECTION_PATH.network, words: sections("network") },
    { href: SECTION_PATH.international, words: sections("international") },
    { href: SECTION_PATH.magazine, words: sections("magazine") },
    { href: SEARCH_PATH, words: t("search") },
  ];
  const takePart = [
    { href: SECTION_PATH.call, words: sections("call") },
    { href: SECTION_PATH.academy, words: sections("academy") },
    { href: SECTION_PATH.community, words: sections("community") },
    { href: "/evento", words: t("events") },
  ];
  return (
    <footer className={styles.footer} data-theme="dark">
      <div className={styles.inner}>
        <div className={styles.columns}>
          <div className={styles.brand}>
            <p className={styles.claim}>{t("claim")}</p>
            <p className={styles.group}>
              {t("group", { group: group.name })}
              {partners.length > 0 && (
                <>
                  {" "}
                  {t("partners", {
                    partners: listIn(
                      locale,
                      partners.map(({ name }) => name),
                    ),
                  })}
                </>
              )}
            </p>
          </div>
          <FooterLinks head={t("programme")} links={programme} />
          <FooterLinks head={t("takePart")} links={takePart} />
          <div className={cx(styles.column, styles.wide)}>
            <h2 className={styles.head}>{t("contacts")}</h2>
            <ul className={styles.list}>
              <li>
                <a className={styles.link} href={`mailto:${contactMail}`}>
                  {contactMail}
                </a>
              </li>
              <li>
                <a className={styles.link} href={phoneLink(phone)}>
                  {phone}
                </a>
              </li>
              <li className={styles.link}>{postalAddress}</li>
            </ul>
            {social.length > 0 && (
              <>
                <h2 className={styles.head}>{t("follow")}</h2>
                <ul className={styles.list}>
                  {social.map(({ name, href }) => (
                    <li key={name}>
                      <a className={styles.link} href={href} rel="noreferrer">
                        {name}
                      </a>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </div>
        <div className={styles.name}>
          <BigName name={config.programmeName} />
        </div>
      </div>
      <div className={styles.legal}>
        <div className={styles.inner}>
          <LegalLinks locale={locale} consent={consent} />
        </div>
      </div>
    </footer>
  );
}

function FooterLinks({ head, links }: { head: string; links: { href: string; words: string }[] }) {
  return (
    <div className={styles.column}>
      <h2 className={styles.head}>{head}</h2>
      <ul className={styles.list}>
        {links.map(({ href, words }) => (
          <li key={href}>
            <PageLink className={styles.link} href={href} prefetch={false}>
              <EnglishNames text={words} />
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Renders the programme's name as wide as the page, at the bottom of the footer's main part. The name is hidden from
 * screen readers, because the header already contains the name.
 */
function BigName({ name }: { name: string }) {
  if (name !== DRAWN_NAME) return <p className={styles.plainName}>{name}</p>;
  const { cx: x, cy: y, r, stroke } = LOGO_RING;
  return (
    <svg viewBox="0 -157 530 157" width="530" height="157" aria-hidden="true" focusable="false">
      <Letters />
      <circle className={styles.ring} cx={x} cy={y} r={r} fill="none" strokeWidth={stroke} />
    </svg>
  );
}
