import { config } from "@/lib/config";

/** The programme's social profiles, which the public footer and the legal footer show. */
export const SOCIAL = [
  { name: "LinkedIn", href: config.social.linkedin },
  { name: "Instagram", href: config.social.instagram },
  { name: "YouTube", href: config.social.youtube },
];
