import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { CoursesPage } from "@/components/content/lists/courses-page";
import { CallBand } from "@/components/site/call/call-band";
import { catalogueOf } from "@/lib/content/catalogue";
import { pageMetadata } from "@/lib/site/metadata";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("courses");
  const locale = await getLocale();
  const [title, description] = [t("metaTitle"), t("metaDescription")];
  return pageMetadata({ locale, path: "/corso", title, description });
}

export default async function Courses() {
  return (
    <>
      <CoursesPage courses={await catalogueOf("courses", await getLocale())} />
      <CallBand page="list" />
    </>
  );
}
