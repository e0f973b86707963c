import { LANGUAGES, type Language } from "../../../contract/languages";
import { PUBLIC_PAGES } from "../../../lib/routes/public-pages";

/*
 * The public site's pages and states that accessibility tests check. After a run that checked all of them, statement.ts
 * writes the accessibility statement's numbers (lib/site/tested.json).
 */

/** Every public page, and one page of each kind of content item. */
export const PUBLIC = [
  ...PUBLIC_PAGES.map(({ path }): string => path),
  "/academy/misurare-l-impatto-dall-inizio",
  "/corso/governare-in-pochi",
  "/evento/online",
  "/evento/presentazione-whitepaper",
  "/magazine/1",
  "/magazine/idee",
  "/magazine/misurare-prima-di-crescere",
  "/storie/cartavoce",
];
export const ACCOUNT = [
  "/login",
  "/login/password-recovery",
  "/registration",
  "/thankyou-page",
  "/thankyou-page-registration",
];

/** Window widths in pixels at which axe checks each page and state. */
export const AXE_WIDTHS: readonly number[] = [360, 1440];
/** Window widths in pixels at which tests check that no page scrolls sideways. */
export const REFLOW_WIDTHS: readonly number[] = [320, 768, ...AXE_WIDTHS];

/** States of pages after a user's action or at later dates of the call (states.spec.ts). */
export const STATES = [
  "menu",
  "call_not_open",
  "call_last_hours",
  "call_closed",
  "questions",
  "biographies",
  "photograph",
  "search_filtered",
  "search_nothing",
  "form_errors",
  "consent",
] as const;
export type State = (typeof STATES)[number];

/**
 * One accessibility check of a page or state. `axe` is the version of axe, or null for a check of sideways scrolling.
 */
export type Look = { at: string; language: Language; width: number; axe: string | null };

/** The numbers in the accessibility statement. `on` is the day of the checks, such as "2026-11-25". */
export type Statement = {
  on: string;
  axe: string;
  pages: number;
  states: readonly string[];
  narrow: number;
  wide: number;
  least: number;
};

/** Returns all accessibility checks of a complete test run. The parameter is the version of axe. */
export function everyLook(axe: string): Look[] {
  const pages = [...PUBLIC, ...ACCOUNT];
  return LANGUAGES.flatMap((language) => [
    ...[...pages, ...STATES].flatMap((at) =>
      AXE_WIDTHS.map((width): Look => ({ at, language, width, axe })),
    ),
    ...pages.flatMap((at) =>
      REFLOW_WIDTHS.map((width): Look => ({ at, language, width, axe: null })),
    ),
  ]);
}

/** Returns the accessibility statement of a test run. Null unless the run made all checks with one version of axe. */
export function statementOf(looks: readonly Look[], on: string): Statement | null {
  const axe = looks.find((look) => look.axe !== null)?.axe;
  if (!axe) return null;
  const seen = new Set(looks.map((look) => JSON.stringify(keyOf(look))));
  const isWhole = everyLook(axe).every((look) => seen.has(JSON.stringify(keyOf(look))));
  if (!isWhole) return null;
  return {
    on,
    axe,
    pages: PUBLIC.length + ACCOUNT.length,
    states: STATES,
    narrow: Math.min(...AXE_WIDTHS),
    wide: Math.max(...AXE_WIDTHS),
    least: Math.min(...REFLOW_WIDTHS),
  };
}

const keyOf = ({ at, language, width, axe }: Look) => [at, language, width, axe];
