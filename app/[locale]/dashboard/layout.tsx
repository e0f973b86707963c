import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { QueryProvider } from "@/components/account/query-provider";
import { RenderedNow } from "@/components/account/rendered-now";
import { SignOut } from "@/components/account/sign-out";
import { ConsentButton } from "@/components/consent/consent-button";
import { ClientMessages } from "@/components/forms/client-messages";
import { DashboardHeader } from "@/components/site/frame/dashboard-header";
import { LegalFooter } from "@/components/site/frame/legal-footer";
import { RouteFocus } from "@/components/site/frame/route-focus";
import { ImpersonationBanner } from "@/components/staff/impersonation/impersonation-banner";
import { ImpersonationWatch } from "@/components/staff/impersonation/impersonation-watch";
import { Toaster } from "@/components/ui/overlays/toaster";
import { STAFF_ROLES } from "@/contract/roles";
import { known } from "@/lib/api/prefetch";
import { meQuery } from "@/lib/api/query";
import { currentImpersonation, signedInUser } from "@/lib/api/server";
import { config } from "@/lib/config";
import { serverTime } from "@/lib/server-time";
import styles from "./layout.module.css";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** Renders the private area: dark theme, one render per request. The back end alone decides access. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const locale = await getLocale();
  const user = await signedInUser(locale);
  const t = await getTranslations("account");
  const consent = await getTranslations("consent");
  const impersonation = await currentImpersonation();
  const left = impersonation && Date.parse(impersonation.until) - Date.now();
  const mayImpersonate = user.roles.some((role) => STAFF_ROLES.includes(role));
  return (
    <RenderedNow now={serverTime.now().getTime()}>
      {impersonation && (
        <ImpersonationBanner
          name={impersonation.name}
          until={impersonation.until}
          left={left ?? 0}
        />
      )}
      {(impersonation || mayImpersonate) && <ImpersonationWatch left={left} />}
      <div data-theme="dark" className={styles.area}>
        <ClientMessages forms={false} namespaces={["header", "account"]}>
          <DashboardHeader name={config.programmeName} user={user} signOut={<SignOut />} />
        </ClientMessages>
        <main id="main" tabIndex={-1}>
          <QueryProvider>
            <HydrationBoundary state={known(meQuery(locale), user)}>{children}</HydrationBoundary>
          </QueryProvider>
          <RouteFocus />
        </main>
        <LegalFooter consent={<ConsentButton>{consent("open")}</ConsentButton>} />
        <Toaster label={t("notices")} closeLabel={t("closeNotice")} />
      </div>
    </RenderedNow>
  );
}
