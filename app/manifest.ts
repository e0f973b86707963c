import type { MetadataRoute } from "next";
import { config } from "@/lib/config";

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: config.programmeName,
    short_name: config.programmeName,
    start_url: "/",
    display: "browser",
    background_color: "#fb4f2b",
    theme_color: "#fb4f2b",
    icons: [
      { src: "/mark.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icons/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icons/icon-512.png", type: "image/png", sizes: "512x512" },
    ],
  };
}
