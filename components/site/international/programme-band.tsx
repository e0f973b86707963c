import { useFormatter, useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { MOROCCO_GRANT } from "@/contract/programme";
import { inSentence } from "@/contract/project/field-names";
import { FIGURES } from "@/contract/quoted-numbers";
import { config } from "@/lib/config";
import type { Summary } from "@/lib/content/content";
import { datesIn } from "@/lib/i18n/dates";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import { eventTimes } from "@/lib/site/events";
import { MegaFigure } from "../bands/mega-figure";
import { LocalWords } from "./local-words";
import styles from "./programme-band.module.css";

const FACTS = {
  morocco: ["who", "where", "what", "rules"],
  turkey: ["who", "where", "what", "rules"],
} as const;

/**
 * Number of shores of the Bosphorus. The programme in Turkey meets on both shores, and its key figure shows this
 * number.
 */
const SHORES = 2;

/** The languages of the summary for each country. */
const LANGUAGES = { morocco: ["fr", "ar"], turkey: ["tr"] } as const;

/**
 * Renders one of the two programmes abroad: its purpose, facts, contact, next meeting, and a summary in the country's
 * languages. The key figure is Morocco's grant, or the number of shores on which Turkey's programme meets.
 *
 * @param person the head of the programme; if the content has no entry for the person, the site's contact address is
 * shown
 * @param event the next meeting
 */
export function ProgrammeBand({
  place,
  person,
  event,
}: {
  place: "morocco" | "turkey";
  person: Summary | undefined;
  event: Summary | undefined;
}) {
  const t = useTranslations(`international.${place}`);
  const door = useTranslations("international.door");
  const format = useFormatter();
  const address = person?.meta.email ?? config.contactMail;
  const grounds = {
    morocco: { "data-theme": "dark" },
    turkey: { "data-flood": true, "data-section": "international" },
  };
  const figures = {
    morocco: format.number(MOROCCO_GRANT, {
      style: "currency",
      currency: "EUR",
      maximumFractionDigits: 0,
    }),
    turkey: door("shores", { count: SHORES }),
  };
  return (
    <section className={styles.band} {...grounds[place]}>
      <div className={styles.inner}>
        <h2>{t("title")}</h2>
        <MegaFigure>{figures[place]}</MegaFigure>
        <div className={styles.words}>
          <div className={styles.text}>
            <p className={styles.lead}>{t("lead")}</p>
            {LANGUAGES[place].map((language) => (
              <LocalWords key={language} language={language} address={address} />
            ))}
          </div>
          <dl className={styles.facts}>
            {FACTS[place].map((fact) => (
              <div key={fact} className={styles.fact}>
                <dt>{t(`${fact}.name`)}</dt>
                <dd>{t(`${fact}.text`, FIGURES)}</dd>
              </div>
            ))}
            <div className={styles.fact}>
              <dt>{door("name")}</dt>
              <dd className={styles.door}>
                {person && (
                  <p>
                    {door.rich("person", {
                      name: person.title,
                      role: inSentence(person.meta.role ?? ""),
                      go: (words) => (
                        <PageLink href={itemPath("people", person.slug)} prefetch={false}>
                          {words}
                        </PageLink>
                      ),
                    })}
                  </p>
                )}
                <p>
                  <a href={`mailto:${address}?subject=${encodeURIComponent(t("title"))}`}>
                    {address}
                  </a>
                </p>
                <GoLink
                  component={PageLink}
                  href={event ? itemPath("events", event.slug) : "/evento"}
                  prefetch={false}
                >
                  {event ? door("next", { title: event.title }) : door("events")}
                </GoLink>
                {event && <Meeting event={event} />}
              </dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  );
}

/** Shows the time, place, and language of a programme's next meeting. */
function Meeting({ event }: { event: Summary }) {
  const t = useTranslations("international.door");
  const { date } = datesIn(useLocale());
  const times = eventTimes(event.meta);
  const { location, language } = event.meta;
  return (
    <>
      {times && (
        <p>
          <time dateTime={times.startsAt.toISOString()}>
            {date(times.startsAt, { dateStyle: "full" })}
          </time>
        </p>
      )}
      {location && <p lang={event.locale}>{location}</p>}
      {language && (
        <p>
          {t.rich("language", {
            language,
            in: (words) => <span lang={event.locale}>{words}</span>,
          })}
        </p>
      )}
    </>
  );
}
