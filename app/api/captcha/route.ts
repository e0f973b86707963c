import { PRIVATE_HEADERS } from "@/lib/api/failure";
import { config } from "@/lib/config";

/**
 * What a prerendered page's form has to ask for, null when the captcha is off: known when somebody
 * begins to fill it in, so that switching the captcha on needs no new build.
 */
export function GET(): Response {
  return Response.json(config.captcha, { headers: PRIVATE_HEADERS });
}
