/** Mail providers that are common in Italy, and that users often mistype. */
const PROVIDERS =
  "gmail.com googlemail.com hotmail.com hotmail.it outlook.com outlook.it yahoo.com yahoo.it icloud.com libero.it virgilio.it tiscali.it fastwebnet.it".split(
    " ",
  );
/**
 * Email domains that differ by only one letter from a common provider's domain but are valid. Suggest no correction for
 * them.
 */
const RIGHT = ["mail.com", "ymail.com", "rocketmail.com", "hotmail.fr", "yahoo.in"];
const ENDING = /\.(?:con|cmo|ocm|vom|xom|comm)$/;

/**
 * Reports whether one typing mistake separates two names: one letter added, removed, or replaced, or two neighbouring
 * letters swapped.
 */
function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && y === `${x[1]}${x[0]}`);
}

/** Returns the email address that the user probably meant; null if the typed address looks correct. */
export function meantAddress(typed: string): string | null {
  const at = typed.trim().lastIndexOf("@") + 1;
  const domain = typed.trim().slice(at).toLowerCase();
  if (at < 2 || [...PROVIDERS, ...RIGHT].includes(domain)) return null;
  const meant =
    PROVIDERS.find((provider) => isOneSlip(domain, provider)) ?? domain.replace(ENDING, ".com");
  return meant === domain ? null : typed.trim().slice(0, at) + meant;
}
