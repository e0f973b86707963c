import { readCover } from "@/contract/content/covers";
import { isWrong } from "@/contract/content/fields";
import type { Summary } from "@/lib/content/content";
import { ItemCover } from "../covers/item-cover";
import { initialsOf, Monogram } from "../covers/monogram";
import styles from "./person-picture.module.css";

/** Width and height of a drawn portrait, in drawing units. */
const SIDE = 300;

/**
 * Renders a person's photograph. Without a photograph, renders the cover or the drawn portrait that an editor chose, or
 * the person's initials.
 *
 * @param sizes the displayed width of the photograph
 * @param onHue whether the picture lies on the network section's colour
 */
export function PersonPicture({
  person,
  sizes,
  onHue = false,
}: {
  person: Summary;
  sizes: string;
  onHue?: boolean;
}) {
  const { cover, portrait } = person.meta;
  const isCovered = person.image || readCover(cover);
  if (portrait && !isCovered && !isWrong("portrait", portrait)) {
    return (
      // biome-ignore lint/performance/noImgElement: the drawing is a vector of one kilobyte
      <img
        className={styles.portrait}
        src={`/portraits/${portrait}.svg`}
        width={SIDE}
        height={SIDE}
        loading="lazy"
        alt=""
      />
    );
  }
  if (isCovered || initialsOf(person.title).length === 0) {
    return <ItemCover item={person} section="network" ratio={[1, 1]} sizes={sizes} onHue={onHue} />;
  }
  return <Monogram name={person.title} supports={person.meta.group === "committee"} />;
}
