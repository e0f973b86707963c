/*
 * Script that every page in a language runs before its first frame. The HTML of a prerendered page is the same for every visitor. The
 * script adapts the HTML to the visitor's session and time zone, so that no text changes after the first frame, and it
 * keeps what a user submits before hydration. Plain Node reads this file too (lib/policy/policy.ts).
 */

import { readableCookies } from "./unsaved-text.ts";

/** Adds `data-signed-in` to the root element if a session exists (cookie `signed_in`), unless cookies are blocked. */
const SIGNED_IN = `try{document.documentElement.toggleAttribute("data-signed-in",/(?:^|; )signed_in=1/.test(document.cookie))}catch{}`;

/**
 * Defines the element `local-time`, which shows a time of the programme on the visitor's clock if that clock differs
 * from Rome's (components/site/call/local-time.tsx). The element computes the time itself, because the first date that
 * a browser formats blocks a phone for 200 ms.
 */
const LOCAL_TIME = `customElements.get("local-time")||customElements.define("local-time",class extends HTMLElement{connectedCallback(){const{at,ahead,day,words}=this.dataset,local=-new Date(+at).getTimezoneOffset();if(local==ahead)return;const minutes=Math.floor(at/6e4)+local,two=n=>String(Math.floor(n)).padStart(2,"0");this.textContent=" "+JSON.parse(words)[Math.floor(minutes/1440)-day+1].replace("{time}",two(minutes%1440/60)+":"+two(minutes%60))}})`;

/**
 * Repeats the submit of a form until the form's script handles the submit, at most 30 seconds. Otherwise a form that is
 * submitted before hydration would reload the page and lose the typed text. Sets `data-waiting` on the form meanwhile.
 * A later press replaces the earlier press, so the form is submitted once. Forms with an `action` work without scripts.
 */
const EARLY_SUBMIT = `{const held=new WeakMap;addEventListener("submit",event=>{const now=Date.now(),{target:form,submitter}=event,{timer,since=now}=held.get(form)??{},early=!event.defaultPrevented&&!form.hasAttribute("action"),waits=early&&now-since<3e4;clearTimeout(timer);if(early)event.preventDefault();form.toggleAttribute("data-waiting",waits);if(waits)held.set(form,{since,timer:setTimeout(()=>form.isConnected&&form.requestSubmit(submitter),100)});else held.delete(form)})}`;

export const FIRST_FRAME = [SIGNED_IN, LOCAL_TIME, EARLY_SUBMIT].join(";");

/** The hash of the script FIRST_FRAME, for the content security policies of pages that are rendered per request. */
export const FIRST_FRAME_HASH = "sha256-iUXq/d8Hz9T3pOcSO/A/JWZ4mE6b71zATYYj4rpUQro=";

/** Updates the root element's attribute `data-signed-in`, because another tab can start or end the session. */
export function markSession(): void {
  const signedIn = /(?:^|; )signed_in=1/.test(readableCookies());
  document.documentElement.toggleAttribute("data-signed-in", signedIn);
}
