import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Letter } from "@/components/staff/letters/letter";
import { getLetter } from "@/contract/staff/letters";
import { knownOrNotFound } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.letters");
  return { title: t("metaTitle") };
}

/** Renders one letter (a bulk email written by staff): its delivery progress and its text. */
export default async function LetterPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await knownOrNotFound(getLetter, { locale: await getLocale(), params: { id } });
  return <Letter id={id} />;
}
