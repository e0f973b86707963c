import { typesWith } from "@/contract/content/content-types";
import { readCover } from "@/contract/content/covers";
import { LANGUAGES, type Language } from "@/contract/languages";
import { type Report, reportAt } from "./check-texts";
import type { Entry, Library } from "./library";

/**
 * Returns a warning for each two adjacent covers of the same design family in a list. Checks the list of each content
 * type and the list of each subject.
 */
export function coverNeighbours(library: Library, said: Language): Report[] {
  const found = typesWith("covers").flatMap((type) =>
    LANGUAGES.flatMap((language) => {
      const all = library(type, language)
        .filter(({ item }) => item.status === "publish")
        .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
      const lists = [all, ...Map.groupBy(all, subjectOf).values()];
      return lists.flatMap((list) =>
        list.flatMap((entry, at) => alike(`${language}/${type}`, entry, list[at + 1], said)),
      );
    }),
  );
  return [...new Map(found.map((one) => [one.message + one.place, one])).values()];
}

const subjectOf = ({ item }: Entry) => item._embedded?.["wp:term"]?.[0]?.[0]?.name;

function alike(shelf: string, { item }: Entry, next: Entry | undefined, said: Language): Report[] {
  const [own, other] = [item, next?.item].map((one) => readCover(String(one?.meta.cover))?.family);
  if (!next || !own || own !== other) return [];
  const values = { first: item.slug, second: next.item.slug, family: own };
  const told = { rule: "file_covers_alike", values } as const;
  return [reportAt(`${shelf}/${item.slug}.md`, "warning", told, said)];
}
