import { z } from "zod";
import { asksCaptcha } from "@/contract/environment";
import type { BackendConfig } from "../config";
import { askService } from "./ask";
import { fail } from "./failure";

const verdictSchema = z.object({
  success: z.boolean(),
  /** The host name of the site on which the user solved the captcha. */
  hostname: z.string().optional(),
});

/**
 * Seconds until a retry if the configuration requires a captcha but lacks its secret. The time is long, because the
 * configuration must change first.
 */
const RETRY_AFTER = 3600;

/**
 * Rejects a request without a solved captcha, if the configuration requires a captcha. Fails with 422 captcha_failed
 * for a missing, old, used, or invented answer, or an answer from another site. Fails with 503 if the answer cannot be
 * verified.
 *
 * @param answer the captcha answer from the page
 */
export async function requireHuman(
  config: BackendConfig,
  answer: string | undefined,
): Promise<void> {
  if (!asksCaptcha(config)) return;
  if (!config.CAPTCHA_SECRET) {
    fail("unavailable", { message: "CAPTCHA without CAPTCHA_SECRET", retryAfter: RETRY_AFTER });
  }
  if (!answer) fail("captcha_failed");
  const { json } = await askService(
    new URL(config.CAPTCHA_VERIFY_URL),
    config.PROVIDER_TIMEOUT_SECONDS,
    {
      method: "POST",
      body: new URLSearchParams({ secret: config.CAPTCHA_SECRET, response: answer }),
    },
  );
  const verdict = verdictSchema.safeParse(json);
  if (!verdict.success || !verdict.data.success) fail("captcha_failed");
  const { hostname } = verdict.data;
  if (hostname !== undefined && hostname !== new URL(config.SITE_URL).hostname) {
    fail("captcha_failed", { message: `answered on ${hostname}` });
  }
}
