import { createPrivateKey, randomUUID } from "node:crypto";
import { exportJWK, exportPKCS8, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { type FakeAnswer, type FakeRequest, PAGE, SCRIPT } from "./answer";
import { personForm } from "./window";

type Key = Awaited<ReturnType<typeof newKey>>;

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const kid: string = randomUUID();
  // Omit `alg`, because a published key need not name its algorithm. The site must accept only RS256.
  const jwk = { ...(await exportJWK(publicKey)), kid, use: "sig" };
  const pem = await exportPKCS8(privateKey);
  return { kid, privateKey, pem, jwk };
}

/** A fake of Google's OpenID provider with its own RSA keys, and the script and windows of Google's button. */
export async function fakeGoogle(base: () => string, clientId: string) {
  const state = { keys: [await newKey()] as [Key, ...Key[]] };

  /** Returns a Google id_token. `claims` and the other parameters change parts of the token. */
  async function idToken(
    claims: JWTPayload = {},
    {
      key = state.keys[0],
      now = new Date(),
      alg = "RS256",
    }: { key?: Key; now?: Date; alg?: string } = {},
  ): Promise<string> {
    const issuedAt = Math.floor(now.getTime() / 1000);
    const payload = {
      iss: base(),
      aud: clientId,
      azp: clientId,
      sub: randomUUID(),
      email: `google-${randomUUID()}@example.org`,
      email_verified: true,
      name: "Ada Riva",
      given_name: "Ada",
      family_name: "Riva",
      iat: issuedAt,
      exp: issuedAt + 3600,
      jti: randomUUID(),
      ...claims,
    };
    return new SignJWT(payload)
      .setProtectedHeader({ alg, typ: "JWT", kid: key.kid })
      .sign(alg === "RS256" ? key.privateKey : createPrivateKey(key.pem));
  }

  /** Replaces Google's signing key. The old key is no longer published. */
  async function rotate(): Promise<void> {
    state.keys = [await newKey()];
  }

  async function answer({ url, method, body }: FakeRequest): Promise<FakeAnswer> {
    switch (`${method} ${url.pathname}`) {
      case "GET /.well-known/openid-configuration":
        return { body: JSON.stringify({ issuer: base(), jwks_uri: `${base()}/certs` }) };
      case "GET /certs":
        return { body: JSON.stringify({ keys: state.keys.map(({ jwk }) => jwk) }) };
      case "GET /gsi/client":
        return { type: SCRIPT, body: CLIENT };
      case "GET /gsi/button":
        return { type: PAGE, body: BUTTON };
      case "GET /gsi/select":
        return { type: PAGE, body: personForm("Google", "/gsi/credential") };
      case "POST /gsi/credential": {
        const person = JSON.parse(body);
        const credential = await idToken({
          sub: `sub-of-${person.email}`,
          email: person.email,
          email_verified: person.confirmed,
          given_name: person.first_name,
          family_name: person.last_name,
          name: `${person.first_name} ${person.last_name}`,
        });
        return { body: JSON.stringify({ credential }) };
      }
      default:
        return null;
    }
  }

  return { state, idToken, newKey, rotate, answer };
}

/** The part of Google's client script that Google's button needs. The button is in a frame. */
const CLIENT = `(() => {
  const google = "https://accounts.google.com";
  let options;
  addEventListener("message", ({ origin, data }) => {
    if (origin === google && data.credential) {
      options.callback({ credential: data.credential, clientId: options.client_id, select_by: "btn" });
    }
  });
  window.google = { accounts: { id: {
    initialize(given) { options = given; },
    renderButton(parent, look) {
      const frame = document.createElement("iframe");
      frame.src = google + "/gsi/button?client_id=" + encodeURIComponent(options.client_id);
      frame.title = "Google";
      frame.style.cssText = "border: 0; height: 44px; width: " + look.width + "px";
      parent.replaceChildren(frame);
    },
    prompt() {},
    cancel() {},
  } } };
})();`;

/** The frame with Google's button. It opens Google's window and passes the window's result to the page. */
const BUTTON = `<!doctype html><html lang="en"><title>Google</title>
<button style="height: 40px; width: 100%">Google</button>
<script>
  document.querySelector("button").onclick = () => open("/gsi/select", "google", "popup,width=500,height=600");
  addEventListener("message", ({ origin, data }) => {
    if (origin === location.origin) parent.postMessage(data, "*");
  });
</script></html>`;
