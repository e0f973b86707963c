import { duotone } from "@/components/content/covers/duotone";
import { askedPicture } from "@/lib/api/content/pictures/picture";
import { printed } from "@/lib/api/content/pictures/printed";

/** A picture of the content in a section's inks, as wide as its address says. */
export async function GET(request: Request): Promise<Response> {
  const asked = askedPicture(new URL(request.url));
  return printed(asked, duotone);
}
