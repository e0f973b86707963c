import { coverSvg } from "@/components/content/covers/cover-svg";
import { sectionCover } from "@/components/content/covers/section-cover";
import { drawingSize, socialImage } from "@/components/site/social-image";
import { readCover } from "@/contract/content/covers";
import { loadPerLanguage } from "@/contract/languages";
import { catalogueOf } from "@/lib/api/content/catalogue";
import { config } from "@/lib/config";
import { sectionOfType } from "@/lib/routes/items";
import { type Drawing, drawingAt } from "@/lib/routes/social-image";

type Context = { params: Promise<{ image: string[] }> };

/** The Open Graph image of a section or an item, drawn from its slug. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const drawing = drawingAt((await params).image);
  const cover = drawing && (await coverOf(drawing));
  if (!cover) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  const png = await socialImage(
    coverSvg({ ...cover, ...drawingSize(config.programmeName) }),
    config.programmeName,
  );
  return new Response(png, {
    headers: {
      "Content-Type": "image/png",
      // A URL names everything its drawing depends on (lib/routes/social-image).
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}

/** Only what exists gets drawn; an item's catalogue knows what its editor chose. */
async function coverOf(drawing: Drawing) {
  if ("section" in drawing) return sectionCover(drawing.section);
  const { type, slug } = drawing;
  const catalogues = await loadPerLanguage((language) => catalogueOf(type, language));
  const listed = Object.values(catalogues)
    .flat()
    .find((item) => item.slug === slug);
  return listed && { slug, section: sectionOfType(type), choice: readCover(listed.meta.cover) };
}
