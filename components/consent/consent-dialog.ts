import "vanilla-cookieconsent/dist/cookieconsent.css";
import * as CookieConsent from "vanilla-cookieconsent";
import { CHOICE_COOKIE, CHOICE_DAYS, PURPOSES, REVISION } from "./choice";
import type { ConsentWords } from "./consent-messages";

type Options = {
  /** The element that contains the preferences dialog. */
  root: HTMLElement;
  words: ConsentWords;
  locale: string;
  /** Called after every choice, when the cookie is written and the withdrawn cookies are deleted. */
  onChoice: () => void;
  /** Moves the focus when the preferences close and the element that opened them no longer exists. */
  focusFallback: () => void;
};

/** First-party cookies of the tag manager's tools and the pixel. They are deleted when consent is withdrawn. */
const LEFT_BY = {
  statistics: [/^_ga/, /^_gid/, /^_gcl_/],
  marketing: [/^_fbp$/, /^_fbc$/],
};

/** The options of the running library. */
let started: Options | undefined;

/** Milliseconds, slightly longer than the fade-out of the preferences. */
const AFTER_TRANSITION = 400;
/** The element that opened the preferences. The button of the consent banner disappears after a choice. */
let opener: Element | null = null;

function giveFocusBack(): void {
  const back = opener;
  opener = null;
  // The library returns the focus to the opener, either immediately or after its transition.
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
 * Moves the reject button before the accept button, in the DOM as well as on the screen, because the library only
 * changes the visual order. Replaces the button around a purpose's name with a span, because nothing unfolds: the
 * checkbox is next to it.
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

/** Starts the library once per language. The library writes the choice and shows the preferences. */
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
    // Our own code decides which users are asked.
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
      // The page renders the consent banner itself, so the library gets no `consentModal`, although its type requires one.
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

/** Stores the answer to the consent banner: all purposes, or only the necessary ones. */
export async function storeAnswer(answer: "all" | "necessary", options: Options): Promise<void> {
  await start(options);
  CookieConsent.acceptCategory(answer === "all" ? "all" : []);
}
