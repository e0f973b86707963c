import { getTranslations } from "next-intl/server";

export default async function HomePage() {
  const t = await getTranslations("common");
  return <h1>{t("home")}</h1>;
}

// A file that does not exist (/x.txt) looks like a language: never render the home page for it.
export const dynamicParams = false;
