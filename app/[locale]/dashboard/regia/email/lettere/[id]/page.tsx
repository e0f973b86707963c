import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Letter } from "@/components/staff/letters/letter";
import { getLetter } from "@/contract/staff/letters";
import { knownOrNotFound } from "@/lib/api/server";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("staff.letters");
  const { id } = await params;
  const locale = await getLocale();
  const found = await knownOrNotFound(getLetter, { locale, params: { id } });
  const own = found?.subjects.find(({ language }) => language === locale) ?? found?.subjects[0];
  const name = own?.subject;
  return { title: name ? t("metaTitleOf", { name }) : t("metaTitle") };
}

/** Renders one letter (a bulk email written by staff): its delivery progress and its text. */
export default async function LetterPage({ params }: Props) {
  const { id } = await params;
  await knownOrNotFound(getLetter, { locale: await getLocale(), params: { id } });
  return <Letter id={id} />;
}
