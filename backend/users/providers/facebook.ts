import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Dependencies } from "../../dependencies";
import { askService } from "../../http/ask";
import {
  addressOf,
  nameOf,
  type ProviderPerson,
  type ProviderTokens,
  refuse,
} from "./provider-person";

/** Format of Facebook's tokens. A text in another format is rejected without a request to Facebook. */
const TOKEN = /^[\w|.-]{1,2048}$/;

const debugSchema = z.object({
  data: z.object({
    app_id: z.coerce.string(),
    is_valid: z.boolean(),
    user_id: z.string(),
    /** Expiry of the token in seconds since 1970, or 0 for a token that never expires. */
    expires_at: z.number().default(0),
  }),
});

const meSchema = z.object({
  id: z.string(),
  email: z.unknown().optional(),
  first_name: z.unknown().optional(),
  last_name: z.unknown().optional(),
  name: z.unknown().optional(),
});

type App = { id: string; secret: string };

/**
 * Verifies Facebook's access tokens. First requests the token's app and user (debug_token), then the user's profile.
 * Every request to Facebook is authenticated with the app secret.
 */
export function openFacebook(app: App, { config, now }: Pick<Dependencies, "config" | "now">) {
  const graph = config.FACEBOOK_GRAPH_URL.replace(/\/+$/, "");

  async function ask(path: string, query: Record<string, string>): Promise<unknown> {
    const address = new URL(`${graph}/${path}?${new URLSearchParams(query)}`);
    const { status, json } = await askService(address, config.PROVIDER_TIMEOUT_SECONDS);
    return status === 200 ? json : refuse(`${path}: status ${status}`);
  }

  return async function verify({ access_token: token }: ProviderTokens): Promise<ProviderPerson> {
    if (!token || !TOKEN.test(token)) return refuse("no access_token");
    const access = `${app.id}|${app.secret}`;
    const debugged = debugSchema.safeParse(
      await ask("debug_token", { input_token: token, access_token: access }),
    );
    if (!debugged.success || !debugged.data.data.is_valid) return refuse("not valid");
    const { app_id, user_id, expires_at } = debugged.data.data;
    if (app_id !== app.id) return refuse("for another app");
    if (expires_at !== 0 && expires_at * 1000 <= now().getTime()) return refuse("expired");
    const me = meSchema.safeParse(
      await ask("me", {
        fields: "id,email,first_name,last_name,name",
        access_token: token,
        appsecret_proof: createHmac("sha256", app.secret).update(token).digest("hex"),
      }),
    );
    if (!me.success || me.data.id !== user_id) return refuse("not whom the token was made for");
    return {
      provider: "facebook",
      subject: user_id,
      // Facebook returns an email address only if the user has confirmed it at Facebook.
      email: addressOf(me.data.email),
      firstName: nameOf(me.data.first_name, me.data.name),
      lastName: nameOf(me.data.last_name),
      once: null,
    };
  };
}
