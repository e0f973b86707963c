import "vanilla-cookieconsent/dist/cookieconsent.css";
import * as CookieConsent from "vanilla-cookieconsent";
import { CHOICE_COOKIE, CHOICE_DAYS, PURPOSES, REVISION } from "./choice";
import type { ConsentWords } from "./consent-words";

type Options = {
  /** Where the dialogs are mounted. */
  root: HTMLElement;
  words: ConsentWords;
  locale: string;
  /** After every choice, once the cookie is written and withdrawn cookies are gone. */
  onChoice: () => void;
};

/** First-party cookies set by the tag manager's tools and the pixel, deleted when consent is withdrawn. */
const LEFT_BY = {
  statistics: [/^_ga/, /^_gid/, /^_gcl_/],
  marketing: [/^_fbp$/, /^_fbc$/],
};

/** The root and the language the library was started with. */
let started: { root: HTMLElement; locale: string } | undefined;

/** Milliseconds: a little more than the dialogs take to fade. */
const AFTER_TRANSITION = 400;
/** What the preferences were opened from; the library loses it when its banner is open beside them. */
let opener: Element | null = null;

function giveFocusBack({ modalName }: { modalName: string }): void {
  const back = opener;
  if (modalName !== "preferencesModal" || !(back instanceof HTMLElement)) return;
  opener = null;
  // The library returns the focus where it thinks it was, now or when its transition ends.
  for (const delay of [0, AFTER_TRANSITION]) {
    setTimeout(() => {
      const held = document.activeElement;
      if (delay === 0 || held === document.body || started?.root.contains(held)) {
        back.focus({ preventScroll: true });
      }
    }, delay);
  }
}

/**
 * The safe answer first, to eyes and keyboards alike: the library only knows how to paint it there. And a
 * purpose's name is no button, for nothing folds: its box beside it is.
 */
function arrange({ modal }: { modal: HTMLElement }): void {
  for (const title of modal.querySelectorAll("button.pm__section-title")) {
    const name = document.createElement("span");
    name.className = title.className;
    name.textContent = title.textContent;
    title.replaceWith(name);
  }
  const answer = (role: string) => modal.querySelector(`[data-role="${role}"]`);
  const accept = answer("all");
  if (accept) answer("necessary")?.after(accept);
}

/** Shows the banner, or the preferences; the library is started at the first of them, and per language. */
export async function openConsent(
  what: "banner" | "preferences",
  { root, words, locale, onChoice }: Options,
): Promise<void> {
  if (started && (started.root !== root || started.locale !== locale)) {
    CookieConsent.reset();
    started = undefined;
  }
  if (!started) {
    started = { root, locale };
    const asks = words.preferencesModal.sections.some(
      (section) => "linkedCategory" in section && section.linkedCategory !== "necessary",
    );
    await CookieConsent.run({
      root,
      revision: REVISION,
      autoShow: false,
      // Our own code decides who is asked.
      hideFromBots: false,
      manageScriptTags: false,
      cookie: { name: CHOICE_COOKIE, expiresAfterDays: CHOICE_DAYS },
      guiOptions: {
        consentModal: { layout: "bar", position: "bottom", equalWeightButtons: true },
        preferencesModal: { layout: "box", equalWeightButtons: true },
      },
      categories: {
        necessary: { readOnly: true },
        ...(asks &&
          Object.fromEntries(
            PURPOSES.map((purpose) => [
              purpose,
              { autoClear: { cookies: LEFT_BY[purpose].map((name) => ({ name })) } },
            ]),
          )),
      },
      language: { default: locale, translations: { [locale]: words } },
      onModalReady: arrange,
      onModalHide: giveFocusBack,
      onFirstConsent: onChoice,
      onChange: onChoice,
    });
  }
  if (what === "banner") return CookieConsent.show(true);
  opener = document.activeElement;
  CookieConsent.showPreferences();
}
