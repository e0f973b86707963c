import { hasFact } from "@/contract/content/content-types";
import type { PreviewItem } from "@/contract/content/preview";
import { ARCHIVE } from "./archive";
import { itemPath, pageOf } from "./items";
import { addressOf } from "./lookup";
import { PAGES } from "./pages";
import { pathFor } from "./path";

/** Where an item is seen, with its language; null for an item shown nowhere. */
export function previewPath({ type, slug, lang }: Omit<PreviewItem, "expires">): string | null {
  const path = type === "pages" ? pathOfText(slug) : itemPath(type, slug).replace(/#.*/, "");
  return path ? pathFor({ locale: lang, path }) : null;
}

/** Content texts with a URL of their own, or shown on their page. */
function pathOfText(slug: string): string | undefined {
  const page = PAGES.find(({ text }) => text === slug);
  return page?.path ?? ARCHIVE.find((archived) => archived.slug === slug)?.path;
}

/** Where leaving leads: to the page above an item that only the preview showed. */
export function afterPreview(item: Omit<PreviewItem, "expires">): string | null {
  if (!hasFact(item.type, "root")) return previewPath(item);
  const above = pageOf(item.type);
  const page = PAGES.find(({ path }) => path === above);
  return pathFor({ locale: item.lang, path: page ? addressOf(page) : above });
}
