import { rendered } from "@/components/content/covers/duotone";
import { askedPicture } from "@/lib/content/picture-address";
import { printed } from "@/lib/content/pictures/printed";

/**
 * Returns a picture of the content at the width that the URL names. The URL also names the colours: the original
 * colours, or shades between black and the colour of a site section.
 */
export async function GET(request: Request): Promise<Response> {
  const asked = askedPicture(new URL(request.url));
  return printed(asked, rendered);
}
