import { LANGUAGE, type Language } from "@/contract/languages";

type FacebookSdk = { init: (options: Record<string, unknown>) => void };

/** The version of Facebook's Graph API that the SDK uses. */
const VERSION = "v24.0";
/**
 * Id of the script element. The library react-facebook-login does not load the SDK again if a script with this id
 * exists.
 */
const SCRIPT_ID = "facebook-jssdk";

let loading: Promise<void> | undefined;

/**
 * Loads Facebook's SDK once. The loader of react-facebook-login never reports a blocked script, so this function loads
 * the SDK before the library needs it.
 *
 * @param locale the page's locale
 * @param nonce the nonce of the page's content security policy
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
      // Remove the failed script, so that the next press loads it again.
      script.remove();
      loading = undefined;
      reject(new Error("Facebook's script was not loaded"));
    }
  });
  return loading;
}
