import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Faq } from "@/components/content/faq";
import { PreviewBar } from "@/components/content/preview-bar";
import { CallHead } from "@/components/site/call/call-head";
import { Eligibility } from "@/components/site/call/eligibility";
import { LastCall } from "@/components/site/call/last-call";
import { Prizes } from "@/components/site/call/prizes";
import { Weights } from "@/components/site/call/weights";
import { Funnel } from "@/components/site/home/funnel";
import { itemOf } from "@/lib/api/catalogue";
import { getCurrentEdition } from "@/lib/api/edition";
import { plainText } from "@/lib/api/html";
import { pageMetadata } from "@/lib/metadata";
import { GRANT } from "@/lib/programme";
import { questionsOf } from "@/lib/questions";
import { SECTION_PATH } from "@/lib/routes/sections";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("call");
  return pageMetadata({
    locale: await getLocale(),
    path: SECTION_PATH.call,
    title: t("metaTitle"),
    description: t("metaDescription", { amount: GRANT }),
  });
}

/** The call for ideas: who, when, what for, how it is decided, and the questions people ask. */
export default async function CallPage() {
  const edition = await getCurrentEdition();
  const faq = await itemOf("pages", "faq", await getLocale());
  return (
    <>
      <PreviewBar />
      <CallHead edition={edition} />
      <Eligibility />
      <Prizes />
      <Funnel />
      <Weights />
      <Faq questions={faq ? questionsOf(faq.html, plainText) : []} />
      <LastCall edition={edition} />
    </>
  );
}
