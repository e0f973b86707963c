import type { MetadataRoute } from "next";
import { config } from "@/lib/config";
import { SECTION_HUE } from "@/lib/routes/section-hue";

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: config.programmeName,
    short_name: config.programmeName,
    start_url: "/",
    display: "browser",
    background_color: SECTION_HUE.call,
    theme_color: SECTION_HUE.call,
    icons: [
      { src: "/mark.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icons/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icons/icon-512.png", type: "image/png", sizes: "512x512" },
    ],
  };
}
