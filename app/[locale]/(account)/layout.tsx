import type { Metadata } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/forms/client-messages";

export const metadata: Metadata = { robots: { index: false, follow: true } };

/** Account pages are rendered per request: each response's policy has its own nonce. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  await connection();
  return (
    <ClientMessages namespaces={["account", "login", "registration", "social", "confirmation"]}>
      {children}
    </ClientMessages>
  );
}
