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
  // As on the current evaluation page, users who are not evaluators get a 404 on this archived page.
  await onlyFor("evaluator");
  return <ArchivedPrivate slug={SLUG} />;
}
