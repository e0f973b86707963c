import { HydrationBoundary } from "@tanstack/react-query";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { ApplicationProvider } from "@/components/application/application-provider";
import { ClientMessages } from "@/components/forms/client-messages";
import { prefetch } from "@/lib/api/prefetch";
import { projectQuery } from "@/lib/api/query";
import { currentImpersonation } from "@/lib/api/server";
import { config } from "@/lib/config";

/**
 * Provides one shared application state to all pages of an applicant, so uploads and unsaved text survive navigation.
 */
export default async function ApplicationLayout({ children }: { children: ReactNode }) {
  const state = await prefetch(projectQuery(await getLocale()));
  return (
    <ClientMessages
      namespaces={[
        "dashboard",
        "project",
        "steps",
        "fields",
        "uploads",
        "options",
        "session",
        "reasons",
        "feedback",
      ]}
    >
      <HydrationBoundary state={state}>
        <ApplicationProvider
          programme={config.programmeName}
          contactMail={config.contactMail}
          looking={(await currentImpersonation()) !== null}
        >
          {children}
        </ApplicationProvider>
      </HydrationBoundary>
    </ClientMessages>
  );
}
