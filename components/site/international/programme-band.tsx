import { useFormatter, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/actions/go-link";
import { FIGURES } from "@/contract/figures";
import { MOROCCO_GRANT } from "@/contract/programme";
import { inSentence } from "@/contract/project/field-names";
import type { Summary } from "@/lib/api/content/content";
import { config } from "@/lib/config";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import { MegaFigure } from "../bands/mega-figure";
import styles from "./programme-band.module.css";

const FACTS = {
  morocco: ["who", "where", "what", "rules"],
  turkey: ["who", "where", "what", "rules"],
} as const;

/**
 * One of the two programmes abroad: what it does, its facts as a list, and the way in: whom to write to and
 * where to meet them. Morocco's has its grant.
 *
 * @param person who runs it, where the network has them
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
  return (
    <section className={styles.band} data-theme={place === "morocco" ? "dark" : undefined}>
      <div className={styles.inner}>
        <h2>{t("title")}</h2>
        {place === "morocco" && (
          <MegaFigure>
            {format.number(MOROCCO_GRANT, {
              style: "currency",
              currency: "EUR",
              maximumFractionDigits: 0,
            })}
          </MegaFigure>
        )}
        <div className={styles.words}>
          <p className={styles.lead}>{t("lead")}</p>
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
                  <a
                    href={`mailto:${config.contactMail}?subject=${encodeURIComponent(t("title"))}`}
                  >
                    {config.contactMail}
                  </a>
                </p>
                <GoLink
                  component={PageLink}
                  href={event ? itemPath("events", event.slug) : "/evento"}
                  prefetch={false}
                >
                  {event ? door("next", { title: event.title }) : door("events")}
                </GoLink>
              </dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  );
}
