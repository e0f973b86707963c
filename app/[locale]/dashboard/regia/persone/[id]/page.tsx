import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Person } from "@/components/staff/people/person";
import { getPerson } from "@/contract/staff/people";
import { knownOrNotFound } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.person");
  return { title: t("metaTitle") };
}

/** Renders one person: the account, the ways to sign in, and the emails and activity. */
export default async function PersonPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await knownOrNotFound(getPerson, { locale: await getLocale(), params: { id } });
  return <Person id={id} />;
}
