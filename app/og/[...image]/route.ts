import { coverSvg } from "@/components/content/covers/cover-svg";
import { sectionCover } from "@/components/content/covers/section-cover";
import { DRAWING_SIZE, socialImage } from "@/components/site/social-image";
import { readCover } from "@/contract/content/covers";
import { cardOf } from "@/lib/api/content/card";
import { config } from "@/lib/config";
import { pictureAt } from "@/lib/routes/social-image";

type Context = { params: Promise<{ image: string[] }> };

/** The Open Graph image of a page or an item: drawn on first demand, with its title and a date or a figure. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const picture = pictureAt((await params).image);
  const card = picture && (await cardOf(picture));
  if (!card) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  const { item, section } = card;
  const cover = item
    ? { slug: item.slug, section, choice: readCover(item.meta.cover), subject: item.tags[0] }
    : sectionCover(section);
  const drawing = coverSvg({ ...cover, ...DRAWING_SIZE });
  const png = await socialImage(drawing, card, config.programmeName);
  return new Response(png, {
    headers: {
      "Content-Type": "image/png",
      // A URL names everything its drawing depends on (lib/routes/social-image).
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
