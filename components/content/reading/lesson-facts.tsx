import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { config } from "@/lib/config";
import type { Author } from "@/lib/content/authors";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { categoryOf } from "@/lib/site/lessons";
import { Facts } from "./facts";

/**
 * Shows the facts of a lesson, and a link to the learning provider if the lesson has one.
 *
 * @param author the teacher, if the lesson names one
 */
export function LessonFacts({ lesson, author }: { lesson: Summary; author: Author | undefined }) {
  const t = useTranslations("academy");
  const { kind, duration, link } = lesson.meta;
  const host = link && otherHost(link);
  const facts = [
    { term: t("fact.kind"), fact: t(kind === "workshop" ? "workshop" : "lesson") },
    ...(duration
      ? [{ term: t("fact.duration"), fact: <span lang={lesson.locale}>{duration}</span> }]
      : []),
    { term: t("fact.category"), fact: t(`category.${categoryOf(lesson)}`) },
    ...(lesson.author
      ? [
          {
            term: t("fact.teacher"),
            fact: author ? (
              <PageLink href={author.path} prefetch={false}>
                {lesson.author}
              </PageLink>
            ) : (
              lesson.author
            ),
          },
        ]
      : []),
    { term: t("fact.price"), fact: t("fact.free") },
  ];
  return (
    <Facts facts={facts}>
      {link && (
        <>
          <ButtonLink href={link}>{t("open")}</ButtonLink>
          {host && <p>{t("elsewhere", { host })}</p>}
        </>
      )}
    </Facts>
  );
}

/** Returns the host of a link to another site; undefined for other links. */
function otherHost(link: string): string | undefined {
  const url = URL.parse(link, config.siteUrl);
  return url && url.origin !== new URL(config.siteUrl).origin ? url.host : undefined;
}
