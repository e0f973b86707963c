import "vanilla-cookieconsent/dist/cookieconsent.css";
import * as CookieConsent from "vanilla-cookieconsent";
import { CHOICE_COOKIE, CHOICE_DAYS, PURPOSES, REVISION } from "./choice";
import type { ConsentWords } from "./consent-messages";

type Options = {
  /** The HTML element that contains the dialog for cookie preferences. */
  root: HTMLElement;
  words: ConsentWords;
  locale: string;
  /**
   * Callback for every consent choice. It runs after the consent cookie is written and the cookies of withdrawn
   * purposes are deleted.
   */
  onChoice: () => void;
  /** Moves the focus when the cookie preferences close and the element that opened them no longer exists. */
  focusFallback: () => void;
};

/**
 * First-party cookies of the tag manager's tools and of the social pixel. The site deletes these cookies when the user
 * withdraws consent.
 */
const LEFT_BY = {
  statistics: [/^_ga/, /^_gid/, /^_gcl_/],
  marketing: [/^_fbp$/, /^_fbc$/],
};

/** The options with which the consent library was started; undefined before the start. */
let started: Options | undefined;

/**
 * Milliseconds from the closing of the cookie preferences until the focus is set again; slightly longer than their
 * fade-out.
 */
const AFTER_TRANSITION = 400;
/**
 * The element that opened the preferences. The button of the consent banner disappears after a choice, so it cannot
 * receive the focus.
 */
let opener: Element | null = null;

function giveFocusBack(): void {
  const back = opener;
  opener = null;
  // When the preferences close, the consent library moves the focus, either at once or after its transition. Set the
  // focus at both times to override the library.
  for (const delay of [0, AFTER_TRANSITION]) {
    setTimeout(() => {
      const held = document.activeElement;
      if (delay > 0 && held !== document.body && !started?.root.contains(held)) return;
      if (back instanceof HTMLElement && back !== document.body && back.isConnected) {
        back.focus({ preventScroll: true });
      } else started?.focusFallback();
    }, delay);
  }
}

/**
 * Moves the reject button before the accept button in the DOM, because the library only changes the visual order.
 * Replaces the button around each purpose's name with a span: the button would have no effect, because the purpose's
 * text is always visible.
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

/**
 * Starts the consent library once per language. The library stores the user's choice and shows the cookie preferences.
 */
async function start(options: Options): Promise<void> {
  const { root, words, locale, onChoice } = options;
  if (started && (started.root !== root || started.locale !== locale)) {
    CookieConsent.reset();
    started = undefined;
  }
  if (started) return;
  started = options;
  const asks = words.preferencesModal.sections.some(
    (section) => "linkedCategory" in section && section.linkedCategory !== "necessary",
  );
  await CookieConsent.run({
    root,
    revision: REVISION,
    autoShow: false,
    // The consent library must not skip bots, because the site's own code decides which visitors see the consent
    // question.
    hideFromBots: false,
    manageScriptTags: false,
    cookie: { name: CHOICE_COOKIE, expiresAfterDays: CHOICE_DAYS },
    guiOptions: { preferencesModal: { layout: "box", equalWeightButtons: true } },
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
    language: {
      default: locale,
      // The page renders the consent banner, so the consent library gets no `consentModal`, although its type requires
      // one.
      translations: { [locale]: words as CookieConsent.Translation },
    },
    onModalReady: arrange,
    onModalHide: giveFocusBack,
    onFirstConsent: onChoice,
    onChange: onChoice,
  });
}

export async function openPreferences(options: Options): Promise<void> {
  await start(options);
  opener = document.activeElement;
  CookieConsent.showPreferences();
}

/** Stores the user's answer in the consent banner: all purposes, or only the necessary ones. */
export async function storeAnswer(answer: "all" | "necessary", options: Options): Promise<void> {
  await start(options);
  CookieConsent.acceptCategory(answer === "all" ? "all" : []);
}
