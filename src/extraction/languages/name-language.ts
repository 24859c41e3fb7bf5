/**
 * Names the language of a sentence that is not English. Function words decide first, and eld where they leave it open;
 * a short sentence without evidence has the language of its text.
 */
import { eld } from 'eld/small';
import type { ReadText, Word } from '../read-text.ts';

/** Words without diacritics. Some are words of several of these languages; each then counts for all of them. */
const functionWords: Readonly<Record<string, string>> = {
  de: 'ich bin und nicht mit fur eine einen einem einer suche suchen aus habe haben auf auch sehr mein meine ist sind war wohne jahre jahren der die das den dem wir sie er von zum zur bei oder als wie wird werden kann gerne gern nur noch uber unter nach seit gesucht verkaufe kein keine im am vom zu es ein hat bis sowie unser unsere ihre ihr deine dein neue ab pro monat stunde',
  fr: 'de je suis jai avec une un des cherche habite dans pour ans mais tres et le la les du au aux est sont nous vous il elle mon ma mes sur pas plus ou qui que chez ce cette son sa ses notre votre nos vos vends recherche en par depuis entre sans etre avoir ai deux poste',
  es: 'de yo soy tengo anos busco vivo una un para pero muy con mi mis que gusta hombre mujer el la los las del al y o en es son por como mas no se su sus nuestra nuestro somos buscamos vendo esta este desde hasta entre sin me te nos hay todo experiencia euros',
  pt: 'de eu sou tenho moro procuro uma um com nao meu minha muito anos e o a os as do da dos das em no na por para que mas mais ou se seu sua nosso nossa somos procuramos vendo esta este desde ate entre sem me nos ha tudo trabalho estou voce vaga euros',
  it: 'sono ho cerco anni che gli della vivo un una uno di del dei delle con per ma molto non il lo la le i e o in da su mio mia si piu come nostro nostra siamo cerchiamo vendo questa questo tra fra senza mi ci al alla nel nella sul abito anche lavoro euro',
  nl: 'ik een het niet voor mijn ook jaar zoek ben en van met op bij naar wij zijn uit om te dat deze die maar wat wonen woon geen nog',
  sv: 'jag och ar inte soker bor en ett med for pa som av till har vi den det fran om mig',
  da: 'jeg og er ikke soger bor en et med til pa som af har vi den det fra om mig jeg ar',
  ca: 'soc tinc anys amb i una un els les dels per pero molt visc cerco busco meva meu que de la el als som',
  ro: 'sunt am ani si cu pentru un o din la in nu caut locuiesc foarte este care pe mai',
  pl: 'jestem szukam sie nie mieszkam dla i w z na mam lat do jest oraz od po',
};
const byWord = new Map<string, readonly string[]>();
for (const [code, words] of Object.entries(functionWords))
  for (const word of new Set(words.split(' '))) byWord.set(word, [...(byWord.get(word) ?? []), code]);

const MAX_WORDS = 120;
const MAX_CHARACTERS = 600;
/** A word of one language counts more than one of several. */
const share = (codes: readonly string[]) => 1 / codes.length;
/** Function words (shared ones count in part) that decide without eld. */
const ENOUGH = 1;
/** Least lead over the next language, in function words. */
const LEAD = 0.5;

/** By sentence: the code of its language; null for English, and where it is not known. */
export function nameLanguages(read: ReadText, isForeign: readonly boolean[]): readonly (string | null)[] {
  const text = nameOf(read.text.slice(0, MAX_CHARACTERS), read.words.slice(0, MAX_WORDS));
  return read.sentences.map(({ start, end, first, last }, position) => {
    if (isForeign[position] !== true) return null;
    const words = read.words.slice(first, Math.min(last, first + MAX_WORDS));
    return nameOf(read.text.slice(start, Math.min(end, start + MAX_CHARACTERS)), words) ?? text;
  });
}

function nameOf(written: string, words: readonly Word[]): string | null {
  const hits = new Map<string, number>();
  for (const { word } of words) {
    const codes = byWord.get(word) ?? [];
    for (const code of codes) hits.set(code, (hits.get(code) ?? 0) + share(codes));
  }
  const [first, second] = [...hits].sort((a, b) => b[1] - a[1]);
  if (first !== undefined && first[1] >= ENOUGH && first[1] - (second?.[1] ?? 0) >= LEAD) return first[0];
  const found = eld.detect(written);
  const guess = found.language === '' ? null : found.language;
  // eld may only choose between languages that the function words allow, where there are any.
  if (guess === null || (first !== undefined && (hits.get(guess) ?? 0) < first[1] / 2))
    return first?.[0] ?? null;
  return words.length >= 3 ? guess : null;
}
