import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { getMe } from "@/contract/users/own-account";
import { watchPreviewLinks } from "../middleware/preview-links";
import { watchBackend } from "../middleware/reachable";
import { requestOf } from "./client";
import { askPreviewLinks, backendBase, send } from "./transport";

/**
 * Gives the middleware two functions. One asks the back end whether it can serve a private page; the other asks whether
 * a preview link is valid.
 */
export function answerMiddleware(): void {
  watchPreviewLinks(async (id) => (await askPreviewLinks({ action: "check", id })).length > 0);
  watchBackend(async (token) => {
    const headers = { Authorization: `Bearer ${token}` };
    const asked = requestOf(getMe, { locale: DEFAULT_LANGUAGE, headers }, backendBase);
    try {
      return (await send(asked)).status < 500;
    } catch {
      return false;
    }
  });
}
