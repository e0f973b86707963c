import { duotone } from "@/components/content/covers/duotone";
import { askedPicture } from "@/lib/content/pictures/picture";
import { printed } from "@/lib/content/pictures/printed";

/** Returns a content picture in the inks of a section, with the width from the URL. */
export async function GET(request: Request): Promise<Response> {
  const asked = askedPicture(new URL(request.url));
  return printed(asked, duotone);
}
