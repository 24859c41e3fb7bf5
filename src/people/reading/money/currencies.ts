/** Words beside amounts that say their currency, or that they are no currency. */
import { byWord, numberMap, wordSet } from '../languages/word-lists.ts';

/** Codes that are also words: a currency only in capitals ("try 3", "12 php developers", "won 3 prizes"). */
export const capitalOnlyCodes = wordSet('ars cop gel mad nis pen php ron try won');

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
