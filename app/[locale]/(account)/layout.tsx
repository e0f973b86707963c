import type { Metadata } from "next";
import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ConsentButton } from "@/components/consent/consent-button";
import { ClientMessages } from "@/components/forms/client-messages";
import { LegalFooter } from "@/components/site/frame/legal-footer";

export const metadata: Metadata = { robots: { index: false, follow: true } };

/** Renders account pages per request, because the content security policy of each response has its own nonce. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  await connection();
  const consent = await getTranslations("consent");
  return (
    <>
      <ClientMessages namespaces={["account", "login", "registration", "social", "confirmation"]}>
        {children}
      </ClientMessages>
      <LegalFooter consent={<ConsentButton>{consent("open")}</ConsentButton>} />
    </>
  );
}
