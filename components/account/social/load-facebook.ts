import { LANGUAGE, type Language } from "@/contract/languages";

type FacebookSdk = { init: (options: Record<string, unknown>) => void };

/** The version of the Graph API the SDK speaks. */
const VERSION = "v24.0";
/** react-facebook-login takes a script with this id as already loaded. */
const SCRIPT_ID = "facebook-jssdk";

let loading: Promise<void> | undefined;

/**
 * Loads Facebook's SDK, once. The library's own loader never reports that a script was blocked, so it
 * gets one that is there already.
 *
 * @param locale the page's language
 * @param nonce of the page's policy
 */
export function loadFacebook(appId: string, locale: Language, nonce?: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.id = SCRIPT_ID;
    script.src = `https://connect.facebook.net/${LANGUAGE[locale].region.replace("-", "_")}/sdk.js`;
    script.async = true;
    script.crossOrigin = "anonymous";
    if (nonce) script.nonce = nonce;
    script.onload = () => {
      const { FB } = window as { FB?: FacebookSdk };
      if (!FB) return fail();
      FB.init({ appId, version: VERSION, cookie: false, xfbml: false });
      resolve();
    };
    script.onerror = fail;
    document.body.append(script);

    function fail() {
      // Another press may try again.
      script.remove();
      loading = undefined;
      reject(new Error("Facebook's script was not loaded"));
    }
  });
  return loading;
}
