import { useFormatter, useLocale, useTranslations } from "next-intl";
import { ClientMessages } from "@/components/forms/client-messages";
import { GoLink } from "@/components/ui/buttons/go-link";
import { Breadcrumbs } from "@/components/ui/page/breadcrumbs";
import { SectionHead } from "@/components/ui/page/section-head";
import { SOCIAL_RETURN } from "@/contract/programme";
import { config } from "@/lib/config";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import { eventTimes } from "@/lib/site/events";
import { WhitepaperRequest } from "../whitepaper/whitepaper-request";
import styles from "./community-event-page.module.css";
import { EventFacts, leadsTo } from "./event-facts";

/** This page's path. The event that links to this path is the page's subject. */
const PATH = "/community-event";

/** Renders the page of the whitepaper event, with the form that sends the whitepaper by email. */
export function CommunityEventPage({ events }: { events: readonly Summary[] }) {
  const t = useTranslations("whitepaper");
  const words = useTranslations("content");
  const eventWords = useTranslations("events");
  const community = useTranslations("community");
  const locale = useLocale();
  const amount = useFormatter().number(SOCIAL_RETURN, { style: "currency", currency: "EUR" });
  const event = events.find(({ meta }) => leadsTo(meta.link, PATH));
  const foreign = event && event.locale !== locale ? event.locale : undefined;
  return (
    <>
      <SectionHead
        section="community"
        above={
          <Breadcrumbs
            label={words("trail")}
            component={PageLink}
            trail={[
              { href: "/community", words: community("title") },
              { href: "/evento", words: eventWords("title") },
            ]}
          />
        }
        title={
          <h1 className={styles.title} lang={foreign}>
            {event?.title ?? t("title")}
          </h1>
        }
        lead={<p lang={foreign}>{event?.excerpt ?? t("formLead")}</p>}
      >
        {event && <EventFacts event={event} times={eventTimes(event.meta)} here={PATH} />}
      </SectionHead>
      <div className={styles.body} data-section="community">
        <section className={styles.words} aria-labelledby="whitepaper">
          <h2 id="whitepaper">{t("formTitle")}</h2>
          <p className={styles.lead}>{t("formLead")}</p>
          <p className={styles.about}>{t("about", { amount })}</p>
          {event && (
            <GoLink component={PageLink} href={itemPath("events", event.slug)}>
              {t("read")}
            </GoLink>
          )}
        </section>
        <div className={styles.form}>
          <ClientMessages namespaces={["whitepaper"]}>
            <WhitepaperRequest privacyHref={config.policies.webPrivacy[locale]} />
          </ClientMessages>
        </div>
      </div>
    </>
  );
}
