import {
  ArchivedPrivate,
  archivedTitle,
} from "@/components/content/reading/archived/archived-private";
import { onlyFor } from "@/lib/api/server";

const SLUG = "dashboard-evaluationold";

export function generateMetadata() {
  return archivedTitle(SLUG);
}

export default async function OldEvaluationPage() {
  // For other users, neither the current page nor its archived version exists.
  await onlyFor("evaluator");
  return <ArchivedPrivate slug={SLUG} />;
}
