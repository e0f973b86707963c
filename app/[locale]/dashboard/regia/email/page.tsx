import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Mails } from "@/components/staff/mails/mails";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.mails");
  return { title: t("metaTitle") };
}

/** The outbox, and what the mail server says. */
export default function MailsPage() {
  return (
    <Suspense>
      <Mails />
    </Suspense>
  );
}
