import { coverSvg } from "@/components/content/covers/cover-svg";
import { photographSvg, rendered } from "@/components/content/covers/duotone";
import { sectionCover } from "@/components/content/covers/section-cover";
import { DRAWING_SIZE, socialImage } from "@/components/site/social-image";
import { readCover } from "@/contract/content/covers";
import { config } from "@/lib/config";
import { WIDEST } from "@/lib/content/picture-address";
import { printOf } from "@/lib/content/pictures/printed";
import { pictureAt } from "@/lib/routes/social-image";
import { type Card, cardOf } from "@/lib/site/card";

type Context = { params: Promise<{ image: string[] }> };

/**
 * Returns the Open Graph image of a page or a content item, with its title and a short note, such as a date. Draws the
 * image on the first request.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const picture = pictureAt((await params).image);
  const card = picture && (await cardOf(picture));
  if (!card) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  const photograph = await photographOf(card);
  const png = await socialImage(photograph ?? coverOf(card), card, config.programmeName);
  const isWhole = photograph !== undefined || !card.item?.image;
  return new Response(png, {
    headers: {
      "Content-Type": "image/png",
      // The URL identifies the content of the image, so complete images are cached. An image without its photograph is
      // not cached, because a later attempt can read the photograph.
      "Cache-Control": isWhole ? "public, max-age=31536000, immutable" : "no-store",
    },
  });
}

async function photographOf({ item, section }: Card): Promise<string | undefined> {
  const picture = item?.image;
  const printed = picture && (await printOf(picture, section, WIDEST, rendered));
  return printed ? photographSvg(printed, picture.focus, DRAWING_SIZE) : undefined;
}

function coverOf({ item, topic, section }: Card): string {
  const cover = item
    ? { slug: item.slug, section, choice: readCover(item.meta.cover), subject: item.tags[0] }
    : { ...sectionCover(section), ...(topic && { slug: topic.slug, subject: topic.name }) };
  return coverSvg({ ...cover, ...DRAWING_SIZE });
}
