import { useTranslations } from "next-intl";
import type { Summary } from "@/lib/api/content";

/** The line over a story's title: its edition and its sector. */
export function StoryKicker({ story }: { story: Summary }) {
  const t = useTranslations("stories");
  const { edition, sector } = story.meta;
  return (
    <>
      {edition && <span>{t("edition", { year: edition })}</span>}
      {sector && <span lang={story.locale}>{sector}</span>}
    </>
  );
}
