/**
 * Words and signs of currencies, to ISO 4217. `$` is USD unless a prefix says otherwise. They are read in all
 * languages; those of one language alone are in its table (`people/reading/languages/numbers/`).
 */
const codes =
  'usd eur gbp jpy inr chf cad aud sek nok dkk pln sgd brl cny nzd ils zar aed mxn hkd czk huf ron try uah sar egp ngn kes ghs pkr bdt lkr krw twd thb vnd idr myr php ugx tzs rwf xof etb kwd qar bhd isk bgn rsd gel kzt npr zmw mad cop clp ars pen';

export const currencyWords: ReadonlyMap<string, string> = new Map([
  ...codes.split(' ').map((code) => [code, code.toUpperCase()] as const),
  ...byWord({
    USD: '$|dollar|dollars|bucks|us$',
    EUR: '€|euro|euros',
    GBP: '£|quid|sterling|pounds|pound',
    JPY: '¥|yen',
    INR: '₹|rs|rupees',
    CHF: 'francs|franken',
    CNY: 'rmb|yuan|renminbi',
    RON: 'lei',
    PLN: 'zł|zl|zloty|zlotych|złoty|złotych|zlotys',
    TRY: 'lira',
    CZK: 'kč|kc|koruna',
    HUF: 'forint|forints',
    UAH: 'hryvnia',
    SAR: 'riyals',
    AED: 'dirhams',
    ILS: 'shekels|₪|nis',
    NGN: 'naira|₦',
    KES: 'ksh',
    ZAR: 'rand',
    KRW: 'won|₩',
    THB: 'baht',
    IDR: 'rupiah|rp',
    MYR: 'ringgit|rm',
    BRL: 'reais',
    SEK: 'kr|kronor',
  }),
]);

/** Prefixes of `$`: "C$", "R$". */
export const dollarPrefixes = byWord({
  USD: 'us',
  CAD: 'c|ca',
  AUD: 'a|au',
  SGD: 's',
  NZD: 'nz',
  HKD: 'hk',
  BRL: 'r',
  MXN: 'mx',
});

/** The currency that a word or a sign alone means, for cells of files: «€», «usd», «C$», «try». */
export function currencyNamedBy(word: string): string | undefined {
  const form = word.toLowerCase();
  const prefix = /^([a-z]{1,2})\$$/.exec(form)?.[1];
  return currencyWords.get(form) ?? dollarPrefixes.get(prefix ?? '');
}

function byWord(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([meaning, list]) =>
      list.split('|').map((word) => [word, meaning] as const),
    ),
  );
}
