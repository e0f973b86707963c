import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ItemDate } from "@/components/content/item-date";
import { MoreItems } from "@/components/content/reading/more-items";
import { LinkBand } from "@/components/site/bands/link-band";
import { InternationalTitle } from "@/components/site/international/international-title";
import { ProgrammeBand } from "@/components/site/international/programme-band";
import { TwoLeaps } from "@/components/site/international/two-leaps";
import { SectionHead } from "@/components/ui/page/section-head";
import { FIGURES } from "@/contract/quoted-numbers";
import { catalogueOf } from "@/lib/content/catalogue";
import type { Summary } from "@/lib/content/content";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { byTime } from "@/lib/site/events";
import { pageMetadata } from "@/lib/site/metadata";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("international");
  return pageMetadata({
    locale: await getLocale(),
    path: SECTION_PATH.international,
    title: t("title"),
    description: t("metaDescription", FIGURES),
  });
}

/** Renders the page of the two programmes abroad, Morocco and Turkey. */
export default async function InternationalPage() {
  const t = await getTranslations("international");
  const locale = await getLocale();
  const abroad = ({ tags }: Summary) => tags.includes(t("stories.tag"));
  const articles = (await catalogueOf("posts", locale)).filter(abroad);
  const events = (await catalogueOf("events", locale)).filter(abroad);
  const coming = byTime(events, new Date()).coming.map(({ event }) => event);
  // Returns the next event for the given country, or else the next international event.
  const meeting = (place: "morocco" | "turkey") =>
    coming.find(({ tags }) => tags.includes(t(`${place}.title`))) ?? coming[0];
  const people = await catalogueOf("people", locale);
  const person = (slug: string) => people.find((one) => one.slug === slug);
  return (
    <>
      <SectionHead section="international" title={<InternationalTitle />} lead={<p>{t("lead")}</p>}>
        <TwoLeaps />
      </SectionHead>
      <ProgrammeBand place="morocco" person={person("miriam-oussadi")} event={meeting("morocco")} />
      <ProgrammeBand place="turkey" person={person("deniz-aksoylu")} event={meeting("turkey")} />
      <MoreItems
        title={t("stories.title")}
        items={articles.slice(0, 3)}
        type="posts"
        all={{ href: "/magazine/1", words: t("stories.all") }}
        kicker={({ publishedAt }) => <ItemDate at={publishedAt} />}
      />
      <LinkBand
        title={t("call.title")}
        text={t("call.text")}
        href={SECTION_PATH.call}
        words={t("call.link")}
      />
    </>
  );
}
