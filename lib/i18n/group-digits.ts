/*
 * Groups the digits of every number from 1,000 in messages, as `numberFormat` of the contract does elsewhere. next-intl creates
 * the formats of `{count, number}` and `#` itself and has no setting for them, so this module changes the default of
 * `Intl.NumberFormat`. Import it before next-intl formats a number: on the server in request.ts, in the browser in
 * instrumentation-client.ts. Importing it twice has no further effect.
 */

const CHANGED = Symbol.for("slancio.grouped-digits");

if (!(CHANGED in Intl)) {
  const withGrouping = ([locales, options]: ConstructorParameters<typeof Intl.NumberFormat>) =>
    [locales, { useGrouping: "always", ...options }] as const;
  Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, withGrouping(given as [string]), newTarget),
    apply: (target, self, given) => Reflect.apply(target, self, withGrouping(given as [string])),
  });
  Object.defineProperty(Intl, CHANGED, { value: true });
}

export {};
