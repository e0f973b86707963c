import { CONTENT_TYPES } from "@/contract/content/content-types";
import { type Placed, readFurther } from "@/contract/content/further";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";
import type { Library } from "./library";

/** Returns links to items that are published neither in the text's language nor in the default language. */
export function lostWays(library: Library): string[] {
  return LANGUAGES.flatMap((language) => {
    const published = ({ type, slug }: Placed) =>
      [language, DEFAULT_LANGUAGE].some((one) =>
        library(type, one).some(({ item }) => item.slug === slug && item.status === "publish"),
      );
    return CONTENT_TYPES.flatMap((type) =>
      library(type, language).flatMap(({ item }) =>
        readFurther(String(item.meta.further ?? ""))
          .filter((placed) => !published(placed))
          .map(
            (to) => `${language}/${type}/${item.slug}: further: there is no ${to.type} ${to.slug}`,
          ),
      ),
    );
  });
}
