import { useTranslations } from "next-intl";
import type { Summary } from "@/lib/content/content";

/** Renders the line above a story's title: the story's edition and sector. */
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

/** Shows a story's edition and sector as a sentence, next to its author. */
export function StoryFacts({ story }: { story: Summary }) {
  const t = useTranslations("stories");
  const { edition, sector } = story.meta;
  const facts = [edition && t("edition", { year: edition }), sector].filter(Boolean);
  return facts.length > 0 && <p>{facts.join(", ")}</p>;
}
