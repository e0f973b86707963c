import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { PeopleList } from "@/components/content/lists/people-list";
import { PreviewBar } from "@/components/content/preview-bar";
import { BlockTitle } from "@/components/site/bands/block-title";
import { PageBand } from "@/components/site/bands/page-band";
import { CallBand } from "@/components/site/call/call-band";
import { HowJuryWorks } from "@/components/site/network/how-jury-works";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import { SectionHead } from "@/components/ui/page/section-head";
import { textsByAuthor } from "@/lib/content/authors";
import { membersOf } from "@/lib/content/people";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { pageMetadata } from "@/lib/site/metadata";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("network");
  return pageMetadata({
    locale: await getLocale(),
    path: SECTION_PATH.network,
    title: t("metaTitle"),
    description: t("metaDescription"),
  });
}

/** Renders the page of the people of the programme: the supporting committee and the jury. */
export default async function NetworkPage() {
  const t = await getTranslations("network");
  const locale = await getLocale();
  const texts = await textsByAuthor(locale);
  const [committee, jury] = await Promise.all([
    membersOf("committee", locale),
    membersOf("jury", locale),
  ]);
  return (
    <>
      <PreviewBar />
      <SectionHead
        section="network"
        title={<LeapTitle text={t("title")} />}
        lead={<p>{t("lead")}</p>}
      >
        <BlockTitle>{t("committee")}</BlockTitle>
        <PeopleList people={committee} texts={texts} led onHue />
      </SectionHead>
      <PageBand title={t("jury")} text={t("juryText")}>
        <PeopleList people={jury} texts={texts} />
      </PageBand>
      <HowJuryWorks />
      <CallBand page="people" />
    </>
  );
}
