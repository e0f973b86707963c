import { duotone } from "@/components/content/covers/duotone";
import { askedPicture } from "@/lib/content/pictures/picture";
import { printed } from "@/lib/content/pictures/printed";

/**
 * Returns a content picture in two colours (black and the colour of a section of the site), at the width that the URL
 * names.
 */
export async function GET(request: Request): Promise<Response> {
  const asked = askedPicture(new URL(request.url));
  return printed(asked, duotone);
}
