import { ArchivedPrivate, archivedTitle } from "@/components/content/reading/archived-private";
import { evaluatorsOnly } from "@/lib/api/server";

const SLUG = "dashboard-evaluationold";

export function generateMetadata() {
  return archivedTitle(SLUG);
}

export default async function OldEvaluationPage() {
  // For anyone else neither today's page exists.
  await evaluatorsOnly();
  return <ArchivedPrivate slug={SLUG} />;
}
