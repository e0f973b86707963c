import localFont from "next/font/local";

/*
 * Three typefaces, latin and latin-ext separate (Turkish names need ğ, ş, ı). The latin files of the two
 * interface faces are preloaded; everything else is fetched only when a page shows such a letter.
 * The -ext families come first in tokens.css: their unicode-range lets the rest fall through, and
 * they have no fallback face, which would catch those letters first.
 */

const league = localFont({
  src: "../node_modules/@fontsource-variable/league-spartan/files/league-spartan-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-league",
  display: "swap",
  // Next measures the face's light letters, and titles are bold: what stands in is in globals.css.
  adjustFontFallback: false,
});

const leagueExt = localFont({
  src: "../node_modules/@fontsource-variable/league-spartan/files/league-spartan-latin-ext-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-league-ext",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

const instrument = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  weight: "400 700",
  variable: "--font-instrument",
  display: "swap",
  // Next knows Arial alone; the same measures, for a machine without it, too, are in globals.css.
  adjustFontFallback: false,
});

const instrumentExt = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2",
  weight: "400 700",
  variable: "--font-instrument-ext",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

const garamond = localFont({
  src: [
    {
      path: "../node_modules/@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-normal.woff2",
      style: "normal",
      weight: "400 800",
    },
    {
      path: "../node_modules/@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-italic.woff2",
      style: "italic",
      weight: "400 800",
    },
  ],
  variable: "--font-garamond",
  display: "swap",
  // Long reading only: a page that sets no text in it never downloads it.
  preload: false,
  // Next knows Times New Roman alone, as above.
  adjustFontFallback: false,
});

const garamondExt = localFont({
  src: "../node_modules/@fontsource-variable/eb-garamond/files/eb-garamond-latin-ext-wght-normal.woff2",
  weight: "400 800",
  variable: "--font-garamond-ext",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

/** Class names that declare the font variables of tokens.css, for <html>. */
export const fontVariables = [league, leagueExt, instrument, instrumentExt, garamond, garamondExt]
  .map((font) => font.variable)
  .join(" ");
