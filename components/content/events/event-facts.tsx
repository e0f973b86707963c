import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { Summary } from "@/lib/content/content";
import { datesIn } from "@/lib/i18n/dates";
import { itemPath } from "@/lib/routes/items";
import { pathFor, placeOf } from "@/lib/routes/path";
import { type EventTimes, isOneDay } from "@/lib/site/events";
import { Facts } from "../reading/facts";

/**
 * Shows an event's time and place. For a future event, also shows how to take part.
 *
 * @param here the path of the current page, which does not link to itself
 */
export function EventFacts({
  event,
  times,
  here,
}: {
  event: Summary;
  times: EventTimes | null;
  here: string;
}) {
  const locale = useLocale();
  const t = useTranslations("events");
  const { location, language, places, link } = event.meta;
  const kind = event.tags[0];
  const over = times !== null && times.endsAt < new Date();
  const calendar = pathFor({ locale, path: `${itemPath("events", event.slug)}/calendar` });
  return (
    <Facts
      facts={[
        { term: t("when"), fact: times ? <EventMoment times={times} /> : t("noDate") },
        ...(location
          ? [{ term: t("where"), fact: <span lang={event.locale}>{location}</span> }]
          : []),
        ...(language
          ? [{ term: t("language"), fact: <span lang={event.locale}>{language}</span> }]
          : []),
        ...(places ? [{ term: t("places"), fact: <span lang={event.locale}>{places}</span> }] : []),
        { term: t("price"), fact: t("free") },
        ...(kind ? [{ term: t("kind"), fact: <span lang={event.locale}>{kind}</span> }] : []),
      ]}
    >
      {over && <p>{t("over")}</p>}
      {!over && link && !leadsTo(link, here) && (
        <>
          <ButtonLink href={link.startsWith("/") ? pathFor({ ...placeOf(link), locale }) : link}>
            {t("register")}
          </ButtonLink>
          {link.startsWith("mailto:") && <p>{t("byMail")}</p>}
        </>
      )}
      {!over && times && <GoLink href={calendar}>{t("calendar")}</GoLink>}
    </Facts>
  );
}

/** Reports whether an editor's link leads to a given page of this site. The link can be in any locale. */
export function leadsTo(link: string | undefined, path: string): boolean {
  return link?.startsWith("/") === true && placeOf(link).path === path;
}

/**
 * Shows an event's day and hours in Rome time: "Thursday 28 January 2027, 18:00–19:30 (Rome time)".
 */
function EventMoment({ times }: { times: EventTimes }) {
  const t = useTranslations("events");
  const dates = datesIn(useLocale());
  const { startsAt, endsAt, allDay, isEndAssumed } = times;
  const day = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const hours = { hour: "2-digit", minute: "2-digit" } as const;
  const dateTime = startsAt.toISOString();
  if (allDay || (!isOneDay(times) && !isEndAssumed)) {
    // Subtract 1 ms from the end. An event that ends at midnight would otherwise end on the next day.
    const last = new Date(endsAt.getTime() - 1);
    return <time dateTime={dateTime}>{dates.range(startsAt, last, day)}</time>;
  }
  return (
    <time dateTime={dateTime}>
      {dates.date(startsAt, day)}
      <br />
      {`${isEndAssumed ? dates.date(startsAt, hours) : dates.range(startsAt, endsAt, hours)} (${t("romeTime")})`}
    </time>
  );
}
