import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { getMe } from "@/contract/users/own-account";
import { watchBackend } from "../middleware/reachable";
import { requestOf } from "./client";
import { backendBase, send } from "./transport";

/** Gives the middleware a function that checks, before it serves a private page, whether the back end can answer. */
export function answerMiddleware(): void {
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
