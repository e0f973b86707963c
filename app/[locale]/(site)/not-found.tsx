import { NotFoundScene } from "@/components/site/not-found-scene";

/** What a public page shows that calls notFound(). */
export default function NotFound() {
  return <NotFoundScene />;
}
