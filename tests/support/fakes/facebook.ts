import { createHmac, randomUUID } from "node:crypto";
import { type FakeAnswer, type FakeRequest, PAGE, SCRIPT } from "./answer";
import { personForm } from "./window";

type Made = {
  app_id: string;
  is_valid: boolean;
  user_id: string;
  expires_at: number;
  me: Record<string, unknown>;
};

/** A fake of Facebook's Graph API for sign-in, with the script and the window of Facebook's sign-in. */
export function fakeFacebook(app: { id: string; secret: string }) {
  const tokens = new Map<string, Made>();

  /** Returns a Facebook access token. `more` changes parts of the token. */
  function accessToken({ me, ...more }: Partial<Made> = {}): string {
    const token = `EAA${randomUUID().replaceAll("-", "")}`;
    const user_id = more.user_id ?? String(Math.floor(Math.random() * 1e15));
    tokens.set(token, {
      app_id: app.id,
      is_valid: true,
      user_id,
      expires_at: Math.floor(Date.now() / 1000) + 5_184_000,
      ...more,
      me: {
        id: user_id,
        email: `facebook-${randomUUID()}@example.org`,
        first_name: "Bruno",
        last_name: "Serra",
        name: "Bruno Serra",
        ...me,
      },
    });
    return token;
  }

  function answer({ url, method, body }: FakeRequest): FakeAnswer {
    const query = url.searchParams;
    // Facebook's browser SDK adds the API's version before the path, so remove it.
    const path = url.pathname.replace(/^\/v\d+\.\d+/, "");
    if (/^\/[a-z]{2}_[A-Z]{2}\/sdk\.js$/.test(path)) return { type: SCRIPT, body: SDK };
    switch (`${method} ${path}`) {
      case "GET /debug_token":
        return debug(query);
      case "GET /me":
        return me(query);
      case "GET /dialog/oauth":
        return { type: PAGE, body: personForm("Facebook", "/dialog/token") };
      case "POST /dialog/token": {
        const { email, first_name, last_name, shared } = JSON.parse(body);
        const name = `${first_name} ${last_name}`;
        const user_id = `id-of-${email}`;
        const given = { first_name, last_name, name, email: shared ? email : undefined };
        const token = accessToken({ user_id, me: given });
        return { body: JSON.stringify({ authResponse: { accessToken: token, userID: user_id } }) };
      }
      default:
        return null;
    }
  }

  function debug(query: URLSearchParams): FakeAnswer {
    if (query.get("access_token") !== `${app.id}|${app.secret}`) return refused("no app");
    const made = tokens.get(query.get("input_token") ?? "");
    const { me: _, ...data } = made ?? { app_id: app.id, is_valid: false, user_id: "0" };
    return { body: JSON.stringify({ data }) };
  }

  function me(query: URLSearchParams): FakeAnswer {
    const token = query.get("access_token") ?? "";
    const made = tokens.get(token);
    const proof = query.get("appsecret_proof");
    const right = createHmac("sha256", app.secret).update(token).digest("hex");
    // Like Facebook, accept a request without a proof of the app's secret, because a browser's request has none. Refuse
    // a request with a wrong proof.
    if (!made || (proof !== null && proof !== right)) return refused("no such token");
    const asked = (query.get("fields") ?? "").split(",");
    const told = Object.entries(made.me).filter(([field]) => asked.includes(field));
    return { body: JSON.stringify(Object.fromEntries(told)) };
  }

  return { accessToken, answer };
}

function refused(message: string): FakeAnswer {
  const error = { message, type: "OAuthException", code: 190 };
  return { status: 400, body: JSON.stringify({ error }) };
}

/** The part of Facebook's SDK that the sign-in needs. */
const SDK = `(() => {
  const facebook = "https://www.facebook.com";
  let options;
  window.FB = {
    init(given) { options = given; },
    getLoginStatus(answer) { answer({ status: "unknown", authResponse: null }); },
    login(answer, { scope }) {
      const query = new URLSearchParams({ client_id: options.appId, scope });
      const popup = open(facebook + "/dialog/oauth?" + query, "facebook", "popup,width=500,height=600");
      const closed = setInterval(() => { if (popup?.closed) end({}); }, 300);
      const listen = ({ origin, data }) => { if (origin === facebook) end(data); };
      addEventListener("message", listen);
      function end({ authResponse = null }) {
        clearInterval(closed);
        removeEventListener("message", listen);
        options.token = authResponse?.accessToken;
        answer({ status: authResponse ? "connected" : "unknown", authResponse });
      }
    },
    async api(path, { fields }, answer) {
      const query = new URLSearchParams({ fields, access_token: options.token });
      const address = "https://graph.facebook.com/" + options.version + path + "?" + query;
      answer(await (await fetch(address)).json());
    },
  };
  window.fbAsyncInit?.();
})();`;
