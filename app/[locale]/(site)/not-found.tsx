import { useTranslations } from "next-intl";
import { NotFoundScene } from "@/components/site/not-found-scene";

/** What a public page shows that calls notFound(). */
export default function NotFound() {
  const t = useTranslations("notFound");
  return (
    <>
      <title>{t("metaTitle")}</title>
      <NotFoundScene />
    </>
  );
}
