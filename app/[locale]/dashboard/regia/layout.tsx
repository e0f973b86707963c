import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { ProofProvider } from "@/components/account/keys/proof";
import { ClientMessages } from "@/components/forms/client-messages";
import { AlarmStrip } from "@/components/staff/frame/alarm-strip";
import { AreaKeys } from "@/components/staff/frame/area-keys";
import { AreaRow } from "@/components/staff/frame/area-row";
import { STAFF_ROLES } from "@/contract/roles";
import { listStaffEditions } from "@/contract/staff/staff";
import { callAsUser, onlyFor, signedInUser } from "@/lib/api/server";
import "./regia.css";

/** The staff area, a 404 to everybody else. It has no hue of its own: every colour is a state. */
export default async function StaffLayout({ children }: { children: ReactNode }) {
  await onlyFor(...STAFF_ROLES);
  const locale = await getLocale();
  const user = await signedInUser(locale);
  const answer = await callAsUser(listStaffEditions, { locale });
  return (
    <div data-theme="dark" data-area="regia">
      <ClientMessages namespaces={["staff", "account", "profile", "loading"]}>
        <ProofProvider user={user}>
          {/* Without a boundary of their own: one that hydrates after the keys are heard meets the next screen's path. */}
          <AreaRow editions={answer?.editions ?? []} />
          <AlarmStrip />
          {children}
          <AreaKeys />
        </ProofProvider>
      </ClientMessages>
    </div>
  );
}
