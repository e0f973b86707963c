import { rendered } from "@/components/content/covers/duotone";
import { askedPicture } from "@/lib/content/picture-address";
import { printed } from "@/lib/content/pictures/printed";

/**
 * Returns a content picture at the width that the URL names: in black and a section's colour, or in its own colours.
 */
export async function GET(request: Request): Promise<Response> {
  const asked = askedPicture(new URL(request.url));
  return printed(asked, rendered);
}
