import { type ContentType, typesWith } from "@/contract/content/content-types";
import { readCover } from "@/contract/content/covers";
import { findingText } from "@/contract/content/editor-messages";
import { LANGUAGES, type Language } from "@/contract/languages";
import type { Entry, Library } from "./library";

/**
 * Returns one line for each pair of adjacent covers of the same design family. Checks the full list of each content
 * type and the list of each subject.
 */
export function coverNeighbours(library: Library, said: Language): string[] {
  const found = typesWith("covers").flatMap((type) =>
    LANGUAGES.flatMap((language) => {
      const all = library(type, language)
        .filter(({ item }) => item.status === "publish")
        .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
      const lists = [all, ...Map.groupBy(all, subjectOf).values()];
      return lists.flatMap((list) =>
        list.flatMap((entry, at) => alike(type, entry, list[at + 1], said)),
      );
    }),
  );
  return [...new Set(found)];
}

const subjectOf = ({ item }: Entry) => item._embedded?.["wp:term"]?.[0]?.[0]?.name;

function alike(
  type: ContentType,
  { item }: Entry,
  next: Entry | undefined,
  said: Language,
): string[] {
  const [own, other] = [item, next?.item].map((one) => readCover(String(one?.meta.cover))?.family);
  if (!next || !own || own !== other) return [];
  const values = { first: item.slug, second: next.item.slug, family: own };
  return [`${type}: ${findingText({ rule: "file_covers_alike", values }, said)}`];
}
