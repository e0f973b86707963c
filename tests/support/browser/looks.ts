import { LANGUAGES, type Language } from "../../../contract/languages";
import { PUBLIC_PAGES } from "../../../lib/routes/public-pages";

/*
 * What of the public site is looked at for accessibility: the specs go through these lists, and when a run has been through
 * all of it, the statement (lib/site/tested.json) is written from what it saw (statement.ts).
 */

/** Every public page, with one item of each kind that has items. */
export const PUBLIC = [
  ...PUBLIC_PAGES.map(({ path }): string => path),
  "/corso/governare-in-pochi",
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

/** Widths, in pixels, at which axe looks at each of these pages and states. */
export const AXE_WIDTHS: readonly number[] = [360, 1440];
/** Widths at which none of these pages may scroll sideways. */
export const REFLOW_WIDTHS: readonly number[] = [320, 768, ...AXE_WIDTHS];

/** What pages look like once somebody has done something, or when the clock has moved on (states.spec.ts). */
export const STATES = [
  "menu",
  "call_not_open",
  "call_last_hours",
  "call_closed",
  "questions",
  "lessons",
  "biographies",
  "photograph",
  "search_filtered",
  "search_nothing",
  "form_errors",
  "consent",
] as const;
export type State = (typeof STATES)[number];

/** One look at a page or a state: by axe in that version, or only for sideways scrolling. */
export type Look = { at: string; language: Language; width: number; axe: string | null };

/** The figures of the accessibility statement; `on` is the day they were seen: "2026-11-25". */
export type Statement = {
  on: string;
  axe: string;
  pages: number;
  states: readonly string[];
  narrow: number;
  wide: number;
  least: number;
};

/** What a whole run looks at, by axe of a version. */
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

/** What a run may state; null unless it looked at everything, by one axe. */
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
