import { config } from "@/lib/config";

/** The programme's social profiles. Two footers show them. */
export const SOCIAL = [
  { name: "LinkedIn", href: config.social.linkedin },
  { name: "Instagram", href: config.social.instagram },
  { name: "YouTube", href: config.social.youtube },
];
