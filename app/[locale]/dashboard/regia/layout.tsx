import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { ReauthenticationProvider } from "@/components/account/security/reauthentication";
import { ClientMessages } from "@/components/forms/client-messages";
import { AreaRow } from "@/components/staff/shell/area-row";
import { AreaShortcuts } from "@/components/staff/shell/area-shortcuts";
import { StatusBanner } from "@/components/staff/today/status-banner";
import { STAFF_ROLES } from "@/contract/roles";
import { listStaffEditions } from "@/contract/staff/editions";
import { callAsUser, onlyFor, signedInUser } from "@/lib/api/server";
import "./regia.css";

/**
 * Renders the staff area. Users who are not staff get a 404. The area has no accent colour: every colour means a state,
 * such as an error.
 */
export default async function StaffLayout({ children }: { children: ReactNode }) {
  await onlyFor(...STAFF_ROLES);
  const locale = await getLocale();
  const user = await signedInUser(locale);
  const answer = await callAsUser(listStaffEditions, { locale });
  return (
    <div data-theme="dark" data-area="regia">
      <ClientMessages namespaces={["staff", "account", "profile", "loading"]}>
        <ReauthenticationProvider user={user}>
          {/*
           * The header row has no Suspense boundary, so the header row hydrates before the keyboard shortcuts. With a
           * boundary, a shortcut could open another page before the header row hydrates.
           */}
          <AreaRow editions={answer?.editions ?? []} />
          <StatusBanner />
          {children}
          <AreaShortcuts />
        </ReauthenticationProvider>
      </ClientMessages>
    </div>
  );
}
