import { getImageProps } from "next/image";
import type { CSSProperties } from "react";
import { cx } from "@/components/ui/cx";
import { readCover } from "@/contract/content/covers";
import type { Summary } from "@/lib/api/content/content";
import type { Section } from "@/lib/routes/sections";
import { Cover } from "./cover";
import styles from "./item-cover.module.css";

/**
 * An item's picture in the ratio asked for: its photograph, or a drawing made from its slug.
 *
 * @param ratio width and height; only their ratio counts
 * @param sizes the displayed width, for the photograph
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
  /** It stands on a field of the section's own hue. */
  onHue?: boolean;
  /** It goes from edge to edge of the page. */
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
  // The props of next/image without its component: photographs need no script.
  const { props: photo } = getImageProps({
    src: item.image.src,
    alt: item.image.alt,
    fill: true,
    sizes,
    ...(first ? { loading: "eager" as const, fetchPriority: "high" as const } : {}),
  });
  return (
    <span
      className={cx(styles.photo, className)}
      style={{ "--ratio": `${width} / ${height}` } as CSSProperties}
    >
      {/* biome-ignore lint/performance/noImgElement: it has the props of next/image */}
      <img {...photo} alt={item.image.alt} />
    </span>
  );
}
