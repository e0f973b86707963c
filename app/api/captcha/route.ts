import { PRIVATE_HEADERS } from "@/lib/api/failure";
import { config } from "@/lib/config";

/**
 * The captcha a prerendered page's form must show, null when it is off: fetched when somebody
 * starts filling it in, so that switching the captcha on needs no rebuild.
 */
export function GET(): Response {
  return Response.json(config.captcha, { headers: PRIVATE_HEADERS });
}
