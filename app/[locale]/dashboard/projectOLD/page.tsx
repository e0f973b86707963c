import {
  ArchivedPrivate,
  archivedTitle,
} from "@/components/content/reading/archived/archived-private";

const SLUG = "dashboard-projectold";

export function generateMetadata() {
  return archivedTitle(SLUG);
}

export default function OldProjectPage() {
  return <ArchivedPrivate slug={SLUG} />;
}
