import { useTranslations } from "next-intl";
import { NotFoundScene } from "@/components/site/errors/not-found-scene";
import { wholeTitle } from "@/lib/site/page-title";

/** Renders the 404 page for public pages that call `notFound()`. */
export default function NotFound() {
  const t = useTranslations("notFound");
  return (
    <>
      <title>{wholeTitle(t("metaTitle"))}</title>
      <NotFoundScene />
    </>
  );
}
