import { useTranslations } from "next-intl";
import { NotFoundScene } from "@/components/site/errors/not-found-scene";

/** What a public page shows when it calls notFound(). */
export default function NotFound() {
  const t = useTranslations("notFound");
  return (
    <>
      <title>{t("metaTitle")}</title>
      <NotFoundScene />
    </>
  );
}
