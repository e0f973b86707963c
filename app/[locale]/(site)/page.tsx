import { getTranslations } from "next-intl/server";

export default async function HomePage() {
  const t = await getTranslations("common");
  return <h1>{t("home")}</h1>;
}
