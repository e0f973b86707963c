import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/forms/client-messages";
import { Notices } from "@/components/staff/notices/notices";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.notices");
  return { title: t("metaTitle") };
}

/**
 * Renders the settings page where a staff member chooses which emails about the staff area to receive.
 */
export default function NoticesPage() {
  return (
    <ClientMessages namespaces={["staff", "loading"]}>
      <Notices />
    </ClientMessages>
  );
}
