import type { CSSProperties } from "react";
import { cx } from "@/components/ui/cx";
import { pictureAddress, widthsOf } from "@/lib/content/picture-address";
import type { Picture } from "@/lib/content/pictures/picture";
import type { Section } from "@/lib/routes/sections";
import styles from "./item-picture.module.css";

/**
 * Renders a photograph in its section's two colours, cropped to a ratio around its focus point. Reserves the space
 * before the photograph loads, and needs no script.
 *
 * @param ratio width and height; only their ratio matters. Without a ratio, the class sets `--ratio`
 * @param sizes the displayed width
 * @param first whether the picture is visible when the page opens and must load at once
 */
export function ItemPicture({
  picture,
  section,
  ratio,
  sizes,
  first = false,
  className,
}: {
  picture: Picture;
  section: Section;
  ratio?: readonly [number, number];
  sizes: string;
  first?: boolean;
  className?: string | undefined;
}) {
  const sources = widthsOf(picture).map(
    (width) => `${pictureAddress(picture, section, width)} ${width}w`,
  );
  return (
    <span
      className={cx(styles.photo, className)}
      data-ring="cover"
      style={ratio && ({ "--ratio": ratio.join(" / ") } as CSSProperties)}
    >
      {/* biome-ignore lint/performance/noImgElement: its widths are this site's own, and it needs no script */}
      <img
        src={pictureAddress(picture, section)}
        srcSet={sources.join(", ")}
        sizes={sizes}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : "auto"}
        decoding="async"
        style={{ objectPosition: picture.focus }}
      />
    </span>
  );
}
