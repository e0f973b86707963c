import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ConsentButton } from "@/components/consent/consent-button";
import { Footer } from "@/components/site/frame/footer";
import { SiteHeader } from "@/components/site/frame/header/site-header";
import { getCurrentEdition } from "@/lib/content/edition";

// Seconds after which Next.js renders a public page again. The interval is short, because the header counts down to
// dates that staff can change.
export const revalidate = 300;

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("consent");
  return (
    <>
      <SiteHeader edition={await getCurrentEdition()} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer consent={<ConsentButton>{t("open")}</ConsentButton>} />
    </>
  );
}
