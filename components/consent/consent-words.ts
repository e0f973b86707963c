import type { useTranslations } from "next-intl";

type Words = ReturnType<typeof useTranslations<"consent">>;

/**
 * The preferences' words, in the library's shape.
 *
 * @param about what there is to say: the question, that the browser has answered for the person, or that
 *   no third party is there to ask about
 */
export function wordsOf(t: Words, about: "asks" | "signal" | "nothing") {
  const asks = about === "asks";
  // A row with a box, then its text: as one section the library would fold the text away.
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
