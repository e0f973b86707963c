import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Person } from "@/components/staff/people/person";
import { getPerson } from "@/contract/staff/people";
import { knownOrNotFound } from "@/lib/api/server";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("staff.person");
  const { id } = await params;
  const found = await knownOrNotFound(getPerson, { locale: await getLocale(), params: { id } });
  return { title: found?.name ? t("metaTitleOf", { name: found.name }) : t("metaTitle") };
}

/** Renders the staff page of one person: the account, the sign-in methods, the emails, and the activity. */
export default async function PersonPage({ params }: Props) {
  const { id } = await params;
  await knownOrNotFound(getPerson, { locale: await getLocale(), params: { id } });
  return <Person id={id} />;
}
