import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AboutRoll } from "@/components/content/alumni/about-alumni";
import { Faces } from "@/components/content/lists/faces";
import { PreviewBar } from "@/components/content/preview-bar";
import { SUM_ARTICLE } from "@/components/content/what-next";
import { AboutHead } from "@/components/site/about/about-head";
import { Beliefs } from "@/components/site/about/beliefs";
import { EditionTimeline } from "@/components/site/about/edition-timeline";
import { editionEntries } from "@/components/site/about/editions";
import { ReturnBand } from "@/components/site/about/return-band";
import { WhoWeAre } from "@/components/site/about/who-we-are";
import { LinkBand } from "@/components/site/bands/link-band";
import { CallBand } from "@/components/site/call/call-band";
import { PAST_EDITIONS } from "@/contract/programme";
import { config } from "@/lib/config";
import { catalogueOf, itemsOf } from "@/lib/content/catalogue";
import { getCurrentEdition } from "@/lib/content/edition";
import { membersOf } from "@/lib/content/people";
import { itemPath } from "@/lib/routes/items";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { pageMetadata } from "@/lib/site/metadata";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("about");
  return pageMetadata({
    locale: await getLocale(),
    path: "/chi-siamo",
    title: t("title"),
    description: t("metaDescription", {
      programme: config.programmeName,
      group: config.group.name,
    }),
    ground: "white",
  });
}

/** Number of people that the page shows from each group, such as the jury. */
const OF_EACH = 2;

/** Renders the page about the programme: its people, its social return per euro, its values, and its history. */
export default async function AboutPage() {
  const t = await getTranslations("about.people");
  const edition = await getCurrentEdition();
  const locale = await getLocale();
  const stories = await catalogueOf("stories", locale);
  // Reads alumni and people through `itemsOf`, because the list of summaries (`catalogueOf`) does not include a draft
  // that an editor previews.
  const alumni = await itemsOf("alumni", locale);
  const groups = [await membersOf("committee", locale), await membersOf("jury", locale)];
  const sum = (await catalogueOf("posts", locale)).find(({ slug }) => slug === SUM_ARTICLE);
  return (
    <>
      <PreviewBar />
      <AboutHead />
      <ReturnBand article={sum && itemPath("posts", sum.slug)} />
      <Beliefs />
      <AboutRoll stories={stories} alumni={alumni} />
      <EditionTimeline
        entries={editionEntries(PAST_EDITIONS, edition.year, stories)}
        edition={edition}
      />
      <WhoWeAre />
      <LinkBand title={t("title")} text={t("text")} href={SECTION_PATH.network} words={t("link")}>
        <Faces people={groups.flatMap((people) => people.slice(0, OF_EACH))} />
      </LinkBand>
      <CallBand page="list" />
    </>
  );
}
