import localFont from "next/font/local";

/*
 * Declares three typefaces, each split into a latin and a latin-ext file, because Turkish names need ğ, ş, and ı. Only
 * the latin files of the two interface typefaces are preloaded. The browser fetches the other files when a page needs
 * them.
 *
 * tokens.css lists the -ext families first, because their unicode-range excludes other letters. The -ext families have
 * no fallback font: a fallback font before the latin family would match all letters.
 */

const league = localFont({
  src: "../node_modules/@fontsource-variable/league-spartan/files/league-spartan-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-league",
  display: "swap",
  // To adjust the fallback font, Next.js would measure the light weight of this font. Titles are bold, so globals.css
  // defines a fallback font with the metrics of the bold weight.
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
  // Next.js can match the metrics of only one fallback font, Arial. globals.css matches several fallback fonts.
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
  // Only long texts use EB Garamond, so pages without long texts do not download the font.
  preload: false,
  // Next.js can match the metrics of only one fallback font, Times New Roman. globals.css matches several fallback
  // fonts.
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

/** Class names for `<html>` that declare the font variables of tokens.css. */
export const fontVariables = [league, leagueExt, instrument, instrumentExt, garamond, garamondExt]
  .map((font) => font.variable)
  .join(" ");
