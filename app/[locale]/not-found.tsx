import { NotFoundPage } from "@/components/site/not-found-page";
import { getCurrentEdition } from "@/lib/api/edition";

/** What a page shows that calls notFound(). */
export default async function NotFound() {
  return <NotFoundPage edition={await getCurrentEdition()} />;
}
