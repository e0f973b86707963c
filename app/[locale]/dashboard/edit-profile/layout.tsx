import { HydrationBoundary } from "@tanstack/react-query";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { UnsentNotice } from "@/components/application/notices/unsent-notice";
import { ClientMessages } from "@/components/forms/client-messages";
import { prefetch } from "@/lib/api/prefetch";
import { projectQuery } from "@/lib/api/query";

/** Shows the banner about unsaved application changes above the profile, as on all private pages. */
export default async function ProfileLayout({ children }: { children: ReactNode }) {
  const state = await prefetch(projectQuery(await getLocale()));
  return (
    <>
      <ClientMessages forms={false} namespaces={["dashboard", "project"]}>
        <HydrationBoundary state={state}>
          <UnsentNotice />
        </HydrationBoundary>
      </ClientMessages>
      {children}
    </>
  );
}
