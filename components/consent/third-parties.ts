import type { ThirdParties } from "@/lib/third-parties";
import { browserRefuses, type Purpose, readChoice } from "./choice";

/*
 * The tag manager and the social pixel. Nothing here contacts anybody before the person has agreed, and
 * what was agreed to is read from the cookie each time, so that withdrawing consent in another tab counts here.
 */

type Pixel = {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  loaded: boolean;
  version: string;
  push?: Pixel;
  /** Route changes are reported by us; the script's own listener would report them twice. */
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

/** The configured third parties; null when the browser's headers refuse them, or when that is unknown. */
function thirdParties(): Promise<ThirdParties | null> {
  asked ??= fetch("/api/third-parties")
    .then((answer) => (answer.ok ? (answer.json() as Promise<ThirdParties>) : null))
    .catch(() => {
      asked = undefined;
      return null;
    });
  return asked;
}

/** Whether there is anything to ask about: a third party that this browser may be asked to load. */
export async function hasThirdParties(): Promise<boolean> {
  const configured = await thirdParties();
  return Boolean(configured?.tagManager || configured?.pixel);
}

/** Links from mails carry a secret in their address, which no third party may read. */
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
  // What happened before the choice is not reported afterwards.
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
  // The person may have gone on, or changed their mind, meanwhile.
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

/** Whether a script is running without consent any more: only a page reload removes it. */
export function runsWithoutConsent(): boolean {
  const choice = readChoice();
  return [...loaded].some((purpose) => !choice?.has(purpose));
}

/** Loads what has been consented to and is not loaded yet. */
export function loadAgreed(): void {
  if (isAllowed("statistics")) void load("statistics");
  if (isAllowed("marketing")) void load("marketing");
}

/** Reports a page view to the pixel (rule site.pixel-page-views); the first one when it loads. */
export function trackPageView(): void {
  if (loaded.has("marketing") && isAllowed("marketing")) window.fbq?.("track", "PageView");
}
