import { PRIVATE_HEADERS } from "@/lib/api/failure";
import { config } from "@/lib/config";

/**
 * Returns the captcha configuration for the form of a prerendered page, or null when the captcha is off. The form
 * fetches it when the user starts typing, so enabling the captcha needs no rebuild.
 */
export function GET(): Response {
  return Response.json(config.captcha, { headers: PRIVATE_HEADERS });
}
