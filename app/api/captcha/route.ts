import { PRIVATE_HEADERS } from "@/lib/api/failure";
import { config } from "@/lib/config";

/**
 * Returns the captcha configuration, or null when the captcha is off. Forms on prerendered pages fetch this
 * configuration when the user starts typing, so enabling the captcha needs no rebuild.
 */
export function GET(): Response {
  return Response.json(config.captcha, { headers: PRIVATE_HEADERS });
}
