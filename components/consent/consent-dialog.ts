import "vanilla-cookieconsent/dist/cookieconsent.css";
import * as CookieConsent from "vanilla-cookieconsent";
import { CHOICE_COOKIE, CHOICE_DAYS, PURPOSES, REVISION } from "./choice";
import type { ConsentWords } from "./consent-words";

type Options = {
  /** Where the preferences are mounted. */
  root: HTMLElement;
  words: ConsentWords;
  locale: string;
  /** After every choice, once the cookie is written and withdrawn cookies are gone. */
  onChoice: () => void;
  /** Takes the focus when the preferences close and the element they were opened from is gone. */
  focusFallback: () => void;
};

/** First-party cookies set by the tag manager's tools and the pixel, deleted when consent is withdrawn. */
const LEFT_BY = {
  statistics: [/^_ga/, /^_gid/, /^_gcl_/],
  marketing: [/^_fbp$/, /^_fbc$/],
};

/** The options the library was started with. */
let started: Options | undefined;

/** Milliseconds: a little more than the preferences take to fade. */
const AFTER_TRANSITION = 400;
/** The element the preferences were opened from. The question's own button is gone after a choice. */
let opener: Element | null = null;

function giveFocusBack(): void {
  const back = opener;
  opener = null;
  // The library returns the focus to the opener, now or when its transition ends.
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

/** Starts the library, once per language: it writes the choice and shows the preferences. */
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
    // Our own code decides who is asked.
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
      // The page asks the question itself: the library gets no `consentModal`, though its type demands one.
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

/** Stores the answer to the question: all purposes, or only what is necessary. */
export async function storeAnswer(answer: "all" | "necessary", options: Options): Promise<void> {
  await start(options);
  CookieConsent.acceptCategory(answer === "all" ? "all" : []);
}
