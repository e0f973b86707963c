import type { config } from "./config";

/** What the captcha of a prerendered page's form is configured with; null when it is off. */
export async function captchaOfSite(): Promise<typeof config.captcha> {
  const response = await fetch("/api/captcha");
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}
