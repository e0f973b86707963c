/*
 * Groups the digits of every number from 1,000 in messages, as `numberFormat` of the contract does elsewhere. next-intl creates
 * the formats of `{count, number}` and `#` itself and has no setting for them, so this module changes the default of
 * `new Intl.NumberFormat`. Import it before next-intl formats a number: on the server in request.ts, in the browser in
 * instrumentation-client.ts. Importing it twice has no further effect.
 */

Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
  construct: (target, [locales, options], created) =>
    Reflect.construct(target, [locales, { useGrouping: "always", ...options }], created),
});

export {};
