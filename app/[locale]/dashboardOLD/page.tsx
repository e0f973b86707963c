import {
  ArchivedPrivate,
  archivedTitle,
} from "@/components/content/reading/archived/archived-private";

const SLUG = "dashboardold";

export function generateMetadata() {
  return archivedTitle(SLUG);
}

export default function OldDashboardPage() {
  return <ArchivedPrivate slug={SLUG} />;
}
