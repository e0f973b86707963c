import type { useTranslations } from "next-intl";

type Words = ReturnType<typeof useTranslations<"consent">>;

/**
 * Returns the texts of the cookie preferences in the consent library's format.
 *
 * @param about what the text explains: the question, the browser's opt-out, or that no third party is configured
 */
export function wordsOf(t: Words, about: "asks" | "signal" | "nothing") {
  const asks = about === "asks";
  // Each purpose has a section with a checkbox and a separate section with its text. If checkbox and text were in one
  // section, the library would hide the text until a click.
  const sections = (purpose: "necessary" | "statistics" | "marketing") => [
    { title: t(`${purpose}.title`), linkedCategory: purpose },
    { description: t(`${purpose}.text`) },
  ];
  return {
    preferencesModal: {
      title: t("preferences"),
      acceptAllBtn: asks ? t("accept") : undefined,
      acceptNecessaryBtn: about === "nothing" ? undefined : t("refuse"),
      savePreferencesBtn: asks ? t("save") : undefined,
      closeIconLabel: t("close"),
      sections: [
        { description: asks ? t("explain") : t(about) },
        ...sections("necessary"),
        ...(asks ? [...sections("statistics"), ...sections("marketing")] : []),
      ],
    },
  };
}

export type ConsentWords = ReturnType<typeof wordsOf>;
