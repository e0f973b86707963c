import type { Metadata } from "next";
import { NotFoundScene } from "@/components/site/not-found-scene";

export const metadata: Metadata = { robots: { index: false } };

/** The 404 page as finished HTML: middleware sends every address here that can be no page. */
export default function MissingPage() {
  return <NotFoundScene />;
}
