import {
  ArchivedPrivate,
  archivedTitle,
} from "@/components/content/reading/archived/archived-private";

const SLUG = "dashboard-edit-profileold";

export function generateMetadata() {
  return archivedTitle(SLUG);
}

export default function OldProfilePage() {
  return <ArchivedPrivate slug={SLUG} />;
}
