import { readCover } from "@/contract/content/covers";
import type { Summary } from "@/lib/content/content";
import type { Section } from "@/lib/routes/sections";
import { Cover } from "./cover";
import { ItemPicture } from "./item-picture";

/**
 * Renders an item's picture in a given ratio: its photograph, or a drawing made from its slug.
 *
 * @param ratio width and height; only their ratio matters
 * @param sizes the displayed width of the photograph
 */
export function ItemCover({
  item,
  section,
  ratio: [width, height],
  sizes,
  first = false,
  onHue = false,
  bleed = false,
  className,
}: {
  item: Summary;
  section: Section;
  ratio: readonly [number, number];
  sizes: string;
  first?: boolean;
  /** Whether the cover lies on an area in the section's colour. */
  onHue?: boolean;
  /** Whether the cover extends from edge to edge of the page. */
  bleed?: boolean;
  className?: string | undefined;
}) {
  if (!item.image) {
    return (
      <Cover
        slug={item.slug}
        section={section}
        width={width}
        height={height}
        choice={readCover(item.meta.cover)}
        subject={item.tags[0]}
        onHue={onHue}
        bleed={bleed}
        className={className}
      />
    );
  }
  return (
    <ItemPicture
      picture={item.image}
      section={section}
      ratio={[width, height]}
      sizes={sizes}
      first={first}
      className={className}
    />
  );
}
