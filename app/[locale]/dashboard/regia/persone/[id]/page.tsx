import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Person } from "@/components/staff/people/person";
import { getPerson } from "@/contract/staff/people";
import { knownOrNotFound } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.person");
  return { title: t("metaTitle") };
}

/** One person: the account, what opens it, and what was said and sent. */
export default async function PersonPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await knownOrNotFound(getPerson, { locale: await getLocale(), params: { id } });
  return <Person id={id} />;
}
