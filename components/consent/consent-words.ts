import type { useTranslations } from "next-intl";

type Words = ReturnType<typeof useTranslations<"consent">>;

/** The banner's and the preferences' words, in the library's shape. @param refused the browser opts out for the person */
export function wordsOf(t: Words, cookiePolicy: string, refused: boolean) {
  const section = (purpose: "necessary" | "statistics" | "marketing") => ({
    title: t(`${purpose}.title`),
    description: t(`${purpose}.text`),
    linkedCategory: purpose,
  });
  const choices = refused
    ? [{ description: t("signal") }, section("necessary")]
    : [section("necessary"), section("statistics"), section("marketing")];
  return {
    consentModal: {
      title: t("title"),
      description: t("lead"),
      acceptAllBtn: t("accept"),
      acceptNecessaryBtn: t("refuse"),
      showPreferencesBtn: t("choose"),
      footer: `<a href="${cookiePolicy}">${t("policy")}</a>`,
    },
    preferencesModal: {
      title: t("preferences"),
      acceptAllBtn: refused ? undefined : t("accept"),
      acceptNecessaryBtn: t("refuse"),
      savePreferencesBtn: refused ? undefined : t("save"),
      closeIconLabel: t("close"),
      sections: [{ description: t("explain") }, ...choices],
    },
  };
}

export type ConsentWords = ReturnType<typeof wordsOf>;
