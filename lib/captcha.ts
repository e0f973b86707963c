import type { config } from "./config";

/** Returns the captcha's configuration for a form of a prerendered page, or null if the captcha is off. */
export async function captchaOfSite(): Promise<typeof config.captcha> {
  const response = await fetch("/api/captcha");
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}
