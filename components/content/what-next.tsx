import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { Summary } from "@/lib/content/content";
import { datesIn } from "@/lib/i18n/dates";
import { itemPath } from "@/lib/routes/items";
import { pathFor } from "@/lib/routes/path";
import { byTime } from "@/lib/site/events";
import styles from "./what-next.module.css";

/**
 * Slug of the article about the social return per euro (5.19), the whitepaper's key figure. Sites with other content
 * can lack this article.
 */
export const SUM_ARTICLE = "dove-nasce-5-19";

/**
 * Shows on a thank-you page what to do next: the next event with a calendar link, and an article. Uses plain links,
 * because thank-you pages have a separate content security policy.
 */
export function WhatNext({
  events,
  posts,
}: {
  events: readonly Summary[];
  posts: readonly Summary[];
}) {
  const t = useTranslations("thanks");
  const words = useTranslations("events");
  const locale = useLocale();
  const to = (path: string) => pathFor({ locale, path });
  const foreign = (item: Summary) => (item.locale === locale ? undefined : item.locale);
  const next = byTime(events, new Date()).coming[0];
  const article = posts.find(({ slug }) => slug === SUM_ARTICLE) ?? posts[0];
  return (
    <ul className={styles.ways}>
      {next && (
        <li className={styles.way}>
          <h2 className={styles.head}>{t("event")}</h2>
          <p className={styles.title} lang={foreign(next.event)}>
            <a href={to(itemPath("events", next.event.slug))}>{next.event.title}</a>
          </p>
          {next.times && (
            <>
              <p>
                {datesIn(locale).date(next.times.startsAt, {
                  weekday: "long",
                  day: "numeric",
                  month: "long",
                  year: "numeric",
                })}
                {next.event.meta.location && (
                  <span lang={foreign(next.event)}>{`, ${next.event.meta.location}`}</span>
                )}
              </p>
              <GoLink href={to(`${itemPath("events", next.event.slug)}/calendar`)}>
                {words("calendar")}
              </GoLink>
            </>
          )}
        </li>
      )}
      {article && (
        <li className={styles.way}>
          <h2 className={styles.head}>{t("article")}</h2>
          <p className={styles.title} lang={foreign(article)}>
            <a href={to(itemPath("posts", article.slug))}>{article.title}</a>
          </p>
          <p lang={foreign(article)}>{article.excerpt}</p>
        </li>
      )}
    </ul>
  );
}
