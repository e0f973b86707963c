import type { ThirdParties } from "@/lib/third-parties";
import { browserRefuses, type Purpose, readChoice } from "./choice";

/*
 * Loads the tag manager and the social pixel, and only after the user has agreed. The choice is read from the cookie
 * each time, so a withdrawal in another tab takes effect at once.
 */

type Pixel = {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  loaded: boolean;
  version: string;
  push?: Pixel;
  /** Prevents the social pixel from reporting route changes, because the site's own code reports them. */
  disablePushState: boolean;
};

declare global {
  interface Window {
    dataLayer?: unknown[];
    fbq?: Pixel;
    _fbq?: Pixel;
  }
}

const loaded = new Set<Purpose>();
let asked: Promise<ThirdParties | null> | undefined;

/** Returns the configured third parties; null if the browser sends an opt-out header or the request fails. */
function thirdParties(): Promise<ThirdParties | null> {
  asked ??= fetch("/api/third-parties")
    .then((answer) => (answer.ok ? (answer.json() as Promise<ThirdParties>) : null))
    .catch(() => {
      asked = undefined;
      return null;
    });
  return asked;
}

/** Reports whether a third party is configured and the browser has not opted out of it. */
export async function hasThirdParties(): Promise<boolean> {
  const configured = await thirdParties();
  return Boolean(configured?.tagManager || configured?.pixel);
}

/** Reports whether the page's URL contains a secret token from an email link. Third parties must not see the token. */
function addressIsSecret(): boolean {
  return new URLSearchParams(window.location.search).has("token");
}

function isAllowed(purpose: Purpose): boolean {
  return !browserRefuses() && !addressIsSecret() && (readChoice()?.has(purpose) ?? false);
}

function loadScript(src: string): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = src;
  document.head.append(script);
}

function loadTagManager({ id, url }: { id: string; url: string }): void {
  // Starts the tag manager's data layer empty, so that it does not report events from before the consent.
  window.dataLayer = [{ "gtm.start": Date.now(), event: "gtm.js" }];
  loadScript(`${url}?id=${encodeURIComponent(id)}`);
}

function loadPixel({ id, url }: { id: string; url: string }): void {
  const pixel: Pixel = Object.assign(
    (...call: unknown[]) => {
      if (pixel.callMethod) pixel.callMethod(...call);
      else pixel.queue.push(call);
    },
    { queue: [], loaded: true, version: "2.0", disablePushState: true },
  );
  pixel.push = pixel;
  window.fbq = pixel;
  window._fbq = pixel;
  loadScript(url);
  pixel("init", id);
  pixel("track", "PageView");
}

async function load(purpose: Purpose): Promise<void> {
  const configured = await thirdParties();
  // While the page requests the configured third parties, the user could withdraw consent or open a page whose URL
  // contains a secret token, so check again.
  if (!configured || loaded.has(purpose) || !isAllowed(purpose)) return;
  if (purpose === "statistics" && configured.tagManager) {
    loaded.add(purpose);
    loadTagManager(configured.tagManager);
  }
  if (purpose === "marketing" && configured.pixel) {
    loaded.add(purpose);
    loadPixel(configured.pixel);
  }
}

/**
 * Reports whether a third party's script still runs after the user withdrew consent. Only a page reload removes the
 * script.
 */
export function runsWithoutConsent(): boolean {
  const choice = readChoice();
  return [...loaded].some((purpose) => !choice?.has(purpose));
}

/** Loads the third parties that the user has agreed to and that are not loaded yet. */
export function loadAgreed(): void {
  if (isAllowed("statistics")) void load("statistics");
  if (isAllowed("marketing")) void load("marketing");
}

/**
 * Reports a page view to the social pixel after a route change. The first page view is reported when the pixel loads.
 * Rule: site.pixel-page-views.
 */
export function trackPageView(): void {
  if (loaded.has("marketing") && isAllowed("marketing")) window.fbq?.("track", "PageView");
}
