import { z } from "zod";
import { asksCaptcha } from "@/contract/environment";
import type { BackendConfig } from "../config";
import { askService } from "./ask";
import { fail } from "./failure";

const verdictSchema = z.object({
  success: z.boolean(),
  /** The site the answer was given on. */
  hostname: z.string().optional(),
});

/** Seconds after which it is worth retrying: a secret comes with a new configuration. */
const RETRY_AFTER = 3600;

/**
 * Refuses whoever has not solved the captcha, where the configuration asks for one. 422 captcha_failed
 * for no answer, an old, used or invented one, or one given on another site; 503 when nobody can tell:
 * never a pass.
 *
 * @param answer what the captcha in the page gave
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
