import { randomUUID } from "node:crypto";
import { type FakeAnswer, type FakeRequest, PAGE, SCRIPT } from "./answer";

/** A fake captcha, version 2 in normal size: the box to tick, and the server that verifies the captcha's answer. */
export function fakeCaptcha({ siteKey, secret }: { siteKey: string; secret: string }) {
  /** The captcha answers that have not been used, each with the host name of its site. */
  const given = new Map<string, string>();

  /** Ticks the captcha's box and returns the answer. */
  function tick(hostname = "localhost"): string {
    const token = randomUUID();
    given.set(token, hostname);
    return token;
  }

  function verify(form: URLSearchParams) {
    const token = form.get("response") ?? "";
    const hostname = given.get(token);
    if (form.get("secret") !== secret) return { "error-codes": ["invalid-input-secret"] };
    // Delete the captcha's answer, because an answer is valid only once.
    if (!given.delete(token)) return { "error-codes": ["timeout-or-duplicate"] };
    return { success: true, hostname, challenge_ts: new Date().toISOString() };
  }

  function answer({ url, method, body }: FakeRequest): FakeAnswer {
    switch (`${method} ${url.pathname}`) {
      case "POST /recaptcha/api/siteverify": {
        const verdict = { success: false, ...verify(new URLSearchParams(body)) };
        return { body: JSON.stringify(verdict) };
      }
      case "GET /recaptcha/api.js":
        return { type: SCRIPT, body: API };
      case "GET /recaptcha/api2/anchor":
        return url.searchParams.get("k") === siteKey ? { type: PAGE, body: ANCHOR } : null;
      case "GET /recaptcha/api2/reload":
        return { body: "{}" };
      case "POST /recaptcha/api2/userverify":
        return { body: JSON.stringify({ token: tick() }) };
      default:
        return null;
    }
  }

  return { tick, answer };
}

/** The captcha's script. It asks the captcha's server whether it is available, then shows the box in a frame. */
const API = `(() => {
  const origin = "https://www.google.com";
  const widgets = [];
  addEventListener("message", (event) => {
    const widget = widgets.find(({ frame }) => frame.contentWindow === event.source);
    if (event.origin !== origin || !widget) return;
    if (event.data.token) widget.options.callback(event.data.token);
    if (event.data.expired) widget.options["expired-callback"]();
  });
  function show(widget) {
    widget.frame.src = origin + "/recaptcha/api2/anchor?k=" + widget.options.sitekey + "&n=" + Math.random();
  }
  window.grecaptcha = {
    render(parent, options) {
      const frame = document.createElement("iframe");
      frame.title = "reCAPTCHA";
      frame.style.cssText = "border: 0; width: 304px; height: 78px";
      const widget = { frame, options };
      widgets.push(widget);
      parent.append(frame);
      fetch(origin + "/recaptcha/api2/reload").then(() => show(widget), () => options["error-callback"]());
      return widgets.length - 1;
    },
    reset(id) { show(widgets[id]); },
    getResponse() { return ""; },
  };
  document.currentScript.addEventListener("load", () => setTimeout(() => window.onloadcallback?.()));
})();`;

const ANCHOR = `<!doctype html><html lang="en"><title>reCAPTCHA</title>
<body style="margin: 0; background: #f9f9f9; font: 14px sans-serif">
<label style="display: block; padding: 20px"><input type="checkbox"> I'm not a robot</label>
<button hidden>expire</button>
<script>
  const [box, expire] = [document.querySelector("input"), document.querySelector("button")];
  box.onchange = async () => {
    const answer = await fetch("/recaptcha/api2/userverify", { method: "POST" });
    parent.postMessage(await answer.json(), "*");
    expire.hidden = false;
  };
  expire.onclick = () => {
    box.checked = false;
    parent.postMessage({ expired: true }, "*");
  };
</script></body></html>`;
