import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/forms/client-messages";
import { Notices } from "@/components/staff/notices/notices";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.notices");
  return { title: t("metaTitle") };
}

/** Renders the emails about the control room that the user chooses. */
export default function NoticesPage() {
  return (
    <ClientMessages namespaces={["staff", "loading"]}>
      <Notices />
    </ClientMessages>
  );
}
