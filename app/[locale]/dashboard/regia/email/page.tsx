import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Mails } from "@/components/staff/mails/mails";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.mails");
  return { title: t("metaTitle") };
}

/** Renders the staff page of the mail outbox, with the responses of the mail server. */
export default function MailsPage() {
  return (
    <Suspense>
      <Mails />
    </Suspense>
  );
}
