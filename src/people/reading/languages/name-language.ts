/**
 * Names the language of a sentence that is not English. Function words decide first, and eld where they leave
 * it open; a short sentence without evidence has the language of its text.
 */
import { eld } from 'eld/small';
import type { ReadText, Word } from '../words/read-text.ts';

/**
 * Words without diacritics. Some are words of several of these languages; each then counts for all of them.
 */
const functionWords: Readonly<Record<string, string>> = {
  de: 'ich bin und nicht mit fur eine einen einem einer suche suchen aus habe haben auf auch sehr mein meine ist sind war wohne jahre jahren der die das den dem wir sie er von zum zur bei oder als wie wird werden kann gerne gern nur noch uber unter nach seit gesucht verkaufe kein keine im am vom zu es ein hat bis sowie unser unsere ihre ihr deine dein neue ab pro monat stunde suchst biete bieten brutto netto monatlich berufserfahrung erfahrung kenntnisse vollzeit teilzeit zustand gebraucht versand abholung festpreis raum umkreis zwischen mann frau beziehung mwd stelle arbeit kunden team mitarbeiter guter gut neuwertig kaum benutzt wegen umzug verschenke ledig geschieden lieber deutsch englisch fliessend eines bitte etwas freundschaft euro mich dir dich du verkauft neu funktioniert samstag sonntag abzugeben nahe jahr stunden tage wochenende',
  fr: 'de je suis jai avec une un des cherche habite dans pour ans mais tres et le la les du au aux est sont nous vous il elle mon ma mes sur pas plus ou qui que chez ce cette son sa ses notre votre nos vos vends recherche en par depuis entre sans etre avoir ai deux poste cherchons vendons achete etat bon neuf remise propre livraison possible negociable debattre prix temps plein partiel teletravail experience salaire mensuel brut femme homme relation serieuse rencontrer aime jaime emploi anglais francais courant l d j qu boite vendue cause demenagement donne contre proche cuisine euros nai embauche recrutons cdi cdd stage fonctionne bien avant recuperer samedi dimanche travail jours heures parfait presque jamais venir chercher chauffeur permis metier disponible suite',
  es: 'de yo soy tengo anos busco vivo una un para pero muy con mi mis que gusta hombre mujer el la los las del al y o en es son por como mas no se su sus nuestra nuestro somos buscamos vendo esta este desde hasta entre sin me te nos hay todo experiencia euros buscando ofrezco compro estado nuevo precio negociable envio recoger jornada completa teletrabajo sueldo brutos mes chica chico relacion seria conocer trabajo ingles espanol estoy quiero equipo empresa tenemos regalo mudanza casi usada usado funciona perfectamente también tambien buen entregar mano recogida sabado domingo hijos ninos horas dias puesto donde',
  pt: 'de eu sou tenho moro procuro uma um com nao meu minha muito anos e o a os as do da dos das em no na por para que mas mais ou se seu sua nosso nossa somos procuramos vendo esta este desde ate entre sem me nos ha tudo trabalho estou voce vaga euros comprar compro estado novo preco negociavel envio retirada entrega tempo inteiro integral remoto experiencia salario mulher homem rapaz rapariga relacionamento serio conhecer gosto ingles portugues quero equipe equipa empresa temos temos ofereço vende oferta usada usado funciona perfeitamente tambem também bom buscamos quem pra à às ao aos pelo pela retirar sabado domingo filhos horas dias semana onde moca maos aceito propostas vaga regime hibrido obrigatorios aceitam gasolina portas km retirado',
  it: 'sono ho cerco anni che gli della vivo un una uno di del dei delle con per ma molto non il lo la le i e o in da su mio mia si piu come nostro nostra siamo cerchiamo vendo questa questo tra fra senza mi ci al alla nel nella sul abito anche lavoro euro offro compro stato nuovo nuova prezzo trattabile spedizione ritiro consegna tempo pieno esperienza stipendio mese donna uomo ragazza ragazzo relazione seria conoscere piace impiego inglese italiano vorrei azienda offriamo regalo trasloco usata usato funziona perfettamente buono ottime ottimo condizioni cercasi vendesi dell all l d sia dove ecco lavorato conosco circa mano ritirare sabato domenica figli ore giorni settimana lavatrice solo dai dal alle',
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
    // A line of names and numbers has the language of its text.
    return (
      byFunctionWords(words) ??
      text ??
      nameOf(read.text.slice(start, Math.min(end, start + MAX_CHARACTERS)), words)
    );
  });
}

/** null: the function words leave it open. */
function byFunctionWords(words: readonly Word[]): string | null {
  const [first, second] = rankedHits(words);
  if (first === undefined || first[1] < ENOUGH || first[1] - (second?.[1] ?? 0) < LEAD) return null;
  return first[0];
}

function rankedHits(words: readonly Word[]): readonly (readonly [string, number])[] {
  const hits = new Map<string, number>();
  for (const { word } of words) {
    const codes = byWord.get(word) ?? [];
    // A single letter may stand for a gender or a size.
    const weight = word.length === 1 ? 0.5 * share(codes) : share(codes);
    for (const code of codes) hits.set(code, (hits.get(code) ?? 0) + weight);
  }
  return [...hits].sort((a, b) => b[1] - a[1]);
}

function nameOf(written: string, words: readonly Word[]): string | null {
  const decided = byFunctionWords(words);
  if (decided !== null) return decided;
  const hits = rankedHits(words);
  const [first] = hits;
  const found = eld.detect(written);
  const guess = found.language === '' ? null : found.language;
  // eld may only choose between languages that the function words allow, where there are any.
  const guessed = hits.find(([code]) => code === guess)?.[1] ?? 0;
  if (guess === null || (first !== undefined && guessed < first[1] / 2)) return first?.[0] ?? null;
  return words.length >= 3 ? guess : null;
}
