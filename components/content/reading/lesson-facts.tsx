import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { config } from "@/lib/config";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { categoryOf } from "@/lib/site/lessons";
import { Facts } from "./facts";

/**
 * Shows the facts of a lesson, and a link to the learning provider if the lesson has one.
 *
 * @param person the teacher's entry on this site, if there is one
 */
export function LessonFacts({ lesson, person }: { lesson: Summary; person: string | undefined }) {
  const t = useTranslations("academy");
  const { kind, duration, link } = lesson.meta;
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
            fact: person ? (
              <PageLink href={person} prefetch={false}>
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
          {isElsewhere(link) && <p>{t("elsewhere", { host: new URL(link).host })}</p>}
        </>
      )}
    </Facts>
  );
}

/** Reports whether a link leads to another site. */
function isElsewhere(link: string): boolean {
  const url = URL.parse(link, config.siteUrl);
  return url !== null && url.host !== "" && url.origin !== new URL(config.siteUrl).origin;
}
