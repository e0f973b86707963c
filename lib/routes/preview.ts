import type { PreviewItem } from "@/contract/preview";
import { ARCHIVE } from "./archive";
import { itemPath } from "./items";
import { pathFor } from "./path";
import { SECTION_PATH } from "./sections";

/** Pages of the content that stand at an address of their own. */
const PAGES: Readonly<Record<string, string>> = {
  "cookie-policy": "/cookie-policy",
  faq: SECTION_PATH.call,
  dashboardold: "/dashboardOLD",
  ...Object.fromEntries(ARCHIVE.map(({ slug, path }) => [slug, path])),
};

/** Where an item is seen, with its language; null for a page that stands nowhere. */
export function previewPath({ type, slug, lang }: Omit<PreviewItem, "expires">): string | null {
  const path = pathOf(type, slug);
  return path && pathFor({ locale: lang, path });
}

function pathOf(type: PreviewItem["type"], slug: string): string | null {
  switch (type) {
    case "lessons":
      return SECTION_PATH.academy;
    case "people":
      return SECTION_PATH.network;
    case "pages":
      return Object.hasOwn(PAGES, slug) ? (PAGES[slug] ?? null) : null;
    default:
      return itemPath(type, slug);
  }
}

/** Where one finds oneself after leaving: above an item that only the preview showed. */
export function afterPreview(item: Omit<PreviewItem, "expires">): string | null {
  const path = previewPath(item);
  if (!path) return null;
  switch (item.type) {
    case "posts":
      return pathFor({ locale: item.lang, path: SECTION_PATH.magazine });
    case "stories":
    case "courses":
    case "events":
      return path.slice(0, path.lastIndexOf("/"));
    default:
      return path;
  }
}
