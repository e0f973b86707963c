import { readCover } from "@/contract/content/covers";
import type { Summary } from "@/lib/api/content/content";
import { ItemCover } from "../covers/item-cover";
import { initialsOf, Monogram } from "../covers/monogram";

/**
 * A person's photograph; without one what an editor has chosen to be drawn, else the initials.
 *
 * @param sizes the displayed width, for the photograph
 * @param onHue it stands on the network's own field
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
  const isDrawn = person.image || readCover(person.meta.cover);
  if (isDrawn || initialsOf(person.title).length === 0) {
    return <ItemCover item={person} section="network" ratio={[1, 1]} sizes={sizes} onHue={onHue} />;
  }
  return <Monogram name={person.title} supports={person.meta.group === "committee"} />;
}
