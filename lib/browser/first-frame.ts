/*
 * Script that every public page runs before its first frame. The HTML of a prerendered page is the same for every
 * visitor. The script adapts the HTML to the visitor's session and time zone, so that no text changes after the first
 * frame. Plain Node reads this file too (lib/policy/policy.ts).
 */

import { readableCookies } from "./unsaved-text.ts";

/**
 * Adds `data-signed-in` to the root element if a session exists (cookie `signed_in`). Does not add it if the browser
 * blocks cookies. Defines the element `local-time`, which shows a time of the programme on the visitor's clock if that
 * clock differs from Rome's (components/site/call/local-time.tsx). The element computes the time itself, because the
 * first date that a browser formats blocks a phone for 200 ms.
 */
export const FIRST_FRAME = `try{document.documentElement.toggleAttribute("data-signed-in",/(?:^|; )signed_in=1/.test(document.cookie))}catch{}customElements.get("local-time")||customElements.define("local-time",class extends HTMLElement{connectedCallback(){const{at,ahead,day,words}=this.dataset,local=-new Date(+at).getTimezoneOffset();if(local==ahead)return;const minutes=Math.floor(at/6e4)+local,two=n=>String(Math.floor(n)).padStart(2,"0");this.textContent=" "+JSON.parse(words)[Math.floor(minutes/1440)-day+1].replace("{time}",two(minutes%1440/60)+":"+two(minutes%60))}})`;

/** The hash of the script FIRST_FRAME, for the content security policies of pages that are rendered per request. */
export const FIRST_FRAME_HASH = "sha256-j1j5qbqD8qU6GlHUPrJJUBCPEGi+gBYszOofFhfHSmI=";

/** Updates the root element's attribute `data-signed-in`, because another tab can start or end the session. */
export function markSession(): void {
  const signedIn = /(?:^|; )signed_in=1/.test(readableCookies());
  document.documentElement.toggleAttribute("data-signed-in", signedIn);
}
