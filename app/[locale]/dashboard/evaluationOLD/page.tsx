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
  // Users who are not evaluators get a 404, as on the current evaluation page.
  await onlyFor("evaluator");
  return <ArchivedPrivate slug={SLUG} />;
}
