import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { PeopleList } from "@/components/content/people-list";
import { PreviewBar } from "@/components/content/preview-bar";
import { BlockTitle } from "@/components/site/block-title";
import { HowJuryWorks } from "@/components/site/network/how-jury-works";
import { PageBand } from "@/components/site/page-band";
import { LeapTitle } from "@/components/ui/leap-title";
import { SectionHead } from "@/components/ui/section-head";
import { itemsOf } from "@/lib/api/catalogue";
import { pageMetadata } from "@/lib/metadata";
import { SECTION_PATH } from "@/lib/routes/sections";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("network");
  return pageMetadata({
    locale: await getLocale(),
    path: SECTION_PATH.network,
    title: t("metaTitle"),
    description: t("metaDescription"),
  });
}

/** The people of the programme: the committee that accompanies, the jury that chooses. */
export default async function NetworkPage() {
  const t = await getTranslations("network");
  const people = (await itemsOf("people", await getLocale())).sort((a, b) =>
    a.publishedAt < b.publishedAt ? -1 : 1,
  );
  const of = (group: string) => people.filter(({ meta }) => meta.group === group);
  return (
    <>
      <PreviewBar />
      <SectionHead
        section="network"
        title={<LeapTitle text={t("title")} />}
        lead={<p>{t("lead")}</p>}
      >
        <BlockTitle>{t("committee")}</BlockTitle>
        <PeopleList people={of("committee")} dense onHue />
      </SectionHead>
      <PageBand title={t("jury")} text={t("juryText")}>
        <PeopleList people={of("jury")} />
      </PageBand>
      <HowJuryWorks />
    </>
  );
}
