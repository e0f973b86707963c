import abroad from "./abroad.json";

/** Languages of the countries of the programmes abroad. The site itself is not translated into them. */
export type AbroadLanguage = keyof typeof abroad;

/** A language's name in itself, the paragraph about the programme, its direction, and the region of its numbers. */
export const ABROAD: Record<
  AbroadLanguage,
  { name: string; text: string; dir: "ltr" | "rtl"; region: string }
> = {
  fr: { ...abroad.fr, dir: "ltr", region: "fr-MA" },
  // This region writes Arabic with European digits.
  ar: { ...abroad.ar, dir: "rtl", region: "ar-MA" },
  tr: { ...abroad.tr, dir: "ltr", region: "tr-TR" },
};
