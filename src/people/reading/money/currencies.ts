/**
 * Words and signs of currencies, to ISO 4217. `$` is USD unless a prefix says otherwise. They are read in all
 * languages; those of one language alone are in its table (`languages/numbers/`).
 */
import { byWord, numberMap, wordSet } from '../languages/word-lists.ts';

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

/** Codes that are also words: a currency only in capitals ("try 3", "12 php developers", "won 3 prizes"). */
export const capitalOnlyCodes = wordSet('ars cop gel mad nis pen php ron try won');

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

/** Names of American coins, in dollars. */
export const coins = numberMap('nickel .05 nickels .05 dime .1 dimes .1 quarter .25 buck 1');

/**
 * Adjectives before the noun of a currency: "Canadian dollars"; those of dollars also alone: "150k Canadian".
 */
export const currencyAdjectives = byWord({
  USD: 'us|american',
  CAD: 'canadian',
  AUD: 'australian|aussie',
  NZD: 'new zealand|nz|kiwi',
  SGD: 'singapore',
  HKD: 'hong kong',
  CHF: 'swiss',
  SEK: 'swedish',
  NOK: 'norwegian',
  DKK: 'danish',
  CZK: 'czech',
  PLN: 'polish',
  GBP: 'british',
  NGN: 'nigerian',
  KES: 'kenyan',
  GHS: 'ghanaian',
  EGP: 'egyptian',
  ZAR: 'south african',
  INR: 'indian',
  PKR: 'pakistani',
  BDT: 'bangladeshi',
  BRL: 'brazilian',
  MXN: 'mexican',
  COP: 'colombian',
  CLP: 'chilean',
  ARS: 'argentine|argentinian',
  PHP: 'philippine',
  JPY: 'japanese',
  CNY: 'chinese',
  KRW: 'korean',
  TRY: 'turkish',
  ILS: 'israeli',
  AED: 'emirati|uae',
  SAR: 'saudi',
});
export const dollarAdjectives = wordSet('us canadian australian aussie nz kiwi');
export const moneyNouns = wordSet(
  'dollar dollars pound pounds franc francs krona kronar krone kroner kronur kronor crown crowns koruna peso pesos rupee rupees shilling shillings cedi cedis naira rand reais real yen yuan won lira liras shekel shekels dirham dirhams riyal riyals zloty zlotys złoty złotys zlotych taka',
);
