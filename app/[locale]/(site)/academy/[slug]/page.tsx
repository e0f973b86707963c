import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { PreviewBar } from "@/components/content/preview-bar";
import { LessonPage } from "@/components/content/reading/lesson-page";
import { CallBand } from "@/components/site/call/call-band";
import { plainSlug } from "@/contract/content/slugs";
import { slugParams } from "@/lib/content/catalogue";
import { itemMetadata } from "@/lib/site/item-metadata";

type Props = { params: Promise<{ slug: string }> };

export const revalidate = 300;

export function generateStaticParams({ params }: { params: { locale: string } }) {
  return slugParams("lessons", params);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return itemMetadata("lessons", plainSlug((await params).slug), await getLocale());
}

export default async function Lesson({ params }: Props) {
  return (
    <>
      <PreviewBar />
      <LessonPage slug={plainSlug((await params).slug)} />
      <CallBand page="course" />
    </>
  );
}
