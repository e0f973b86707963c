import type { Metadata } from "next";
import { NotFoundPage } from "@/components/site/not-found-page";
import { getCurrentEdition } from "@/lib/api/edition";

export const metadata: Metadata = { robots: { index: false } };

/** The 404 page as finished HTML: middleware sends every address here that can be no page. */
export default async function MissingPage() {
  return <NotFoundPage edition={await getCurrentEdition()} />;
}
