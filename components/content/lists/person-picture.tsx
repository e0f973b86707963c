import { readCover } from "@/contract/content/covers";
import type { Summary } from "@/lib/content/content";
import { ItemCover } from "../covers/item-cover";
import { initialsOf, Monogram } from "../covers/monogram";

/**
 * Renders a person's photograph. Without a photograph, renders the cover that an editor chose, or the person's
 * initials.
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
  const isDrawn = person.image || readCover(person.meta.cover);
  if (isDrawn || initialsOf(person.title).length === 0) {
    return <ItemCover item={person} section="network" ratio={[1, 1]} sizes={sizes} onHue={onHue} />;
  }
  return <Monogram name={person.title} supports={person.meta.group === "committee"} />;
}
