import { coverSvg } from "@/components/content/cover-svg";
import { sectionCover } from "@/components/content/section-cover";
import { drawingSize, socialImage } from "@/components/site/social-image";
import { catalogueOf } from "@/lib/api/catalogue";
import { config } from "@/lib/config";
import { ITEM_SECTION } from "@/lib/routes/items";
import { type Drawing, drawingAt } from "@/lib/routes/social-image";

type Context = { params: Promise<{ image: string[] }> };

/** The picture of a section or an item for those who share its page, drawn from its slug. */
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
      // An address names everything its drawing depends on (lib/routes/social-image).
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}

/** Only what there is gets drawn; an item's catalogues know the family its editor chose. */
async function coverOf(drawing: Drawing) {
  if ("section" in drawing) return sectionCover(drawing.section);
  const { type, slug } = drawing;
  const catalogue = await catalogueOf(type, "en");
  const listed = [...catalogue, ...(await catalogueOf(type, "it"))].find(
    (item) => item.slug === slug,
  );
  return listed && { slug, section: ITEM_SECTION[type], family: listed.meta.cover };
}
