/**
 * The wishes of other languages than English, alike for all domains: verbs of wanting, seeking and
 * preferring, and the nouns that name a person. A person who is named after such a verb is the counterpart:
 * "ich möchte eine Beziehung mit einem Mann". Anything else after the verb may still be about the writer
 * ("ich möchte mein Sofa verkaufen"), so the verb alone switches no scope.
 *
 * Phrases of `domains/phrase-pattern.ts`, folded. All persons, tenses and moods of a verb are listed, since a
 * language without them would lose "wir möchten" and "ils voudraient".
 */
import { PhraseMatcher } from '../phrase-matcher.ts';

/** The meaning of a phrase for the scope. */
export type WishSign =
  /** A verb of wanting: a person who follows in the sentence is the counterpart. */
  | 'verb'
  /** A person: "einen netten Mann", "hombres". */
  | 'person'
  /** A person before the verb: "Einen Mann möchte ich kennenlernen". */
  | 'fronted'
  /**
   * A person with a preposition of company: never the writer, and the counterpart where the sentence begins
   * with it.
   */
  | 'company'
  /** The writer as a person, also after a verb: "als Mann", "quiero ser una buena madre". */
  | 'writer';

interface Wishes {
  readonly verbs: readonly string[];
  readonly fronted: readonly string[];
  readonly people: readonly string[];
  readonly company: readonly string[];
  readonly writer: readonly string[];
}

/**
 * A determiner, up to three adjectives, a noun ("einen netten, ehrlichen Mann"); a plural needs no
 * determiner.
 */
function people(determiners: string, singular: string, plural: string, alone: string): readonly string[] {
  return [
    `(${determiners}) [_] [_] [_] (${singular}|${plural})`,
    `(${determiners}) _ , _ [_] (${singular}|${plural})`,
    `(${plural}|${alone})`,
  ];
}

const withCompany = (prepositions: string, determiners: string, nouns: string): readonly string[] => [
  `(${prepositions}) (${determiners}) [_] [_] (${nouns})`,
];

const germanOne =
  'mann|manne|frau|kerl|typen|typ|jungen|junge|madchen|madel|dame|herrn|herr|partner|partnerin|lebenspartner|lebenspartnerin|lebensgefahrten|lebensgefahrtin|gefahrten|gefahrtin|freund|freundin|traummann|traumfrau|ehemann|ehefrau|mensch|menschen|person|mutter|vater|witwe|witwer|gleichgesinnten|gleichgesinnte';
const germanMany =
  'manner|mannern|frauen|kerle|kerlen|jungs|madchen|madels|damen|herren|partnern|partnerinnen|singles|witwen';
const germanDeterminers =
  'einen|einem|einer|eine|ein|nen|nem|ner|ne|den|dem|der|die|keinen|keinem|keiner|keine';

const spanishOne =
  'hombre|mujer|chico|chica|muchacho|muchacha|tipo|tio|senor|senora|caballero|varon|novio|novia|pareja|marido|esposo|esposa|companero|companera|persona|madre|padre';
const spanishMany =
  'hombres|mujeres|chicos|chicas|muchachos|muchachas|tipos|tios|senores|senoras|caballeros|varones';

const portugueseOne =
  'homem|mulher|rapaz|rapariga|moco|moca|garoto|garota|cara|tipo|senhor|senhora|cavalheiro|namorado|namorada|parceiro|parceira|marido|esposo|esposa|companheiro|companheira|pessoa|mae|pai';
const portugueseMany =
  'homens|mulheres|rapazes|raparigas|mocos|mocas|garotos|garotas|caras|senhores|senhoras|cavalheiros';

const frenchOne =
  'homme|femme|mec|gars|garcon|fille|nana|type|monsieur|dame|compagnon|compagne|copain|copine|petit ami|petite amie|partenaire|mari|epoux|epouse|conjoint|conjointe|personne|mere|pere';
const frenchMany =
  'hommes|femmes|mecs|garcons|filles|nanas|types|messieurs|dames|compagnons|compagnes|partenaires';

const italianOne =
  'uomo|donna|ragazzo|ragazza|tipo|tipa|signore|signora|fidanzato|fidanzata|compagno|compagna|partner|marito|moglie|persona|madre|padre|mamma|papa';
const italianMany = 'uomini|donne|ragazzi|ragazze|signori|signore';

const tables: Readonly<Record<string, Wishes>> = {
  de: {
    verbs: [
      '(mochte|mochten|mochtest|mochtet|moechte|moechten|mogen|mag|wunsch|wunschte|wunschten|wunsche|wunschen|wunscht|wunschst|wuensche|wunschend|gewunscht)',
      '(will|willst|wollen|wollt|wolle|wollte|wollten|gewollt)',
      '(suche|suchen|sucht|suchst|suchte|suchten|such|gesucht|suchend)',
      '(hatte|hatten|wurde|wurden|ware|waren|haette|wuerde|waere) [_] [_] (gern|gerne|lieber|liebsten|toll|schon|super)',
      '(hatte|hatten|haette) [_] [_] lust',
      '(brauche|brauchen|braucht|brauchte|begehre|ersehne|erhoffe|erwarte|bevorzuge|bevorzugen|bevorzugt|traume|traumen|traumt|sehne|sehnen|sehnt|hoffe|hoffen|hofft|wartete|warte|vermisse|fehlt|fehlen)',
      '(auf der suche|lust auf|sehnsucht nach|stehe auf|steht auf|freue mich (auf|uber)|offen fur|interessiert an|interesse an|am liebsten|idealerweise|vorzugsweise|gerne mit|gern mit)',
      'kennen (lernen|zu lernen)',
    ],
    fronted: [
      `^ [mit|am liebsten mit|nach|fur|auf] (einen|einem|einer|eine) [_] [_] [_] (${germanOne}|${germanMany}) [_] [_] [_] [_] [_] (mochte|mochten|moechte|will|wollen|wunsche|wunschen|wuensche|suche|suchen|hatte|hatten|haette|wurde|wurden|wuerde|brauche|brauchen|traume|bevorzuge|hoffe) (ich|wir)`,
      `(einen|einem|einer|eine|nach einem|nach einer) [_] [_] [_] (${germanOne}) [_] [_] [_] [_] [_] (gesucht|gewunscht|erwunscht|bevorzugt)`,
    ],
    people: people(germanDeterminers, germanOne, germanMany, 'jemand|jemanden|jemandem|jmd|jemandn'),
    company: withCompany(
      'mit|neben',
      'einem|einer|nem|ner',
      'mann|frau|kerl|typen|jungen|madchen|madel|dame|herrn|partner|partnerin|menschen|person',
    ),
    writer: [
      `(als|wie) [ein|eine|einem|einer] [_] [_] (${germanOne})`,
      `bin [ein|eine] [_] [_] (${germanOne})`,
      `(ein|eine) [_] [_] (${germanOne}) (sein|werden|bleiben)`,
    ],
  },
  es: {
    verbs: [
      '(quiero|quieres|quiere|queremos|quereis|quieren|quise|quiso|quisimos|quisieron|queria|querias|queriamos|querian|quisiera|quisieras|quisieramos|quisieran|quisiese|querria|querriamos|querrian|querre|querra|quiera|quieran|queramos|queriendo|querer)',
      '(busco|buscas|busca|buscamos|buscais|buscan|buscaba|buscabamos|buscaban|busque|buscaria|buscando|buscar|busqueda)',
      '(gustaria|gustarian|encantaria|encantarian|apeteceria|apetece|interesaria|interesa|interesan|ilusionaria|gustara|gustan|gusta|encantan|atraen)',
      '(deseo|deseas|desea|deseamos|desean|deseaba|desearia|deseariamos|desearian|deseando|desear|anhelo|anhela|anhelamos|ansio|ansia|espero|espera|esperamos|esperan|esperaba|esperando|pretendo|pretendemos|necesito|necesita|necesitamos|necesitan|necesitaria|prefiero|prefiere|preferimos|prefieren|preferiria|preferiblemente|preferentemente|idealmente|sueno|suena|sonamos|ojala|falta)',
      '(en busca|a la busqueda|ganas|con la esperanza|interesado|interesada|abierto|abierta|dispuesto|dispuesta|preferencia|ideal seria|mi ideal|para (conocer|encontrar))',
      '(conocer|conoceria|encontrar|encontraria)',
    ],
    fronted: [],
    people: people(
      'un|una|a un|a una|el|la|al|algun|alguna|ningun|ninguna|este|esa|otro|otra',
      spanishOne,
      spanishMany,
      'alguien|pareja|novio|novia|marido|esposa|esposo',
    ),
    company: withCompany('con|junto a|al lado de', 'un|una|algun|alguna', spanishOne),
    writer: [
      `(como|cual) [un|una] [_] [_] (${spanishOne})`,
      `(ser|soy|sea|convertirme|sentirme|volverme) [en|como] [el|la|un|una] [_] [_] (${spanishOne})`,
    ],
  },
  pt: {
    verbs: [
      '(quero|queres|quer|queremos|quereis|querem|quis|quisemos|quiseram|queria|querias|queriamos|queriam|quisera|quisesse|quiser|quererei|quereria|queira|queiram|querendo|querer)',
      '(procuro|procuras|procura|procuramos|procuram|procurava|procurei|procuraria|procurando|procurar|busco|busca|buscamos|buscam|buscava|buscando|buscar)',
      '(gostaria|gostariamos|gostariam|gostava|gostavamos|adoraria|adorava|amaria|interessa|interessam|interessaria)',
      '(desejo|deseja|desejamos|desejam|desejava|desejaria|desejando|desejar|espero|espera|esperamos|esperava|esperando|anseio|pretendo|pretende|pretendemos|preciso|precisa|precisamos|precisava|precisaria|prefiro|prefere|preferimos|preferia|preferiria|preferencialmente|idealmente|sonho|sonha|sonhamos|oxala|tomara|falta)',
      '(a procura|em busca|a busca|afim|a fim|vontade|na esperanca|interessado|interessada|aberto|aberta|disposto|disposta|preferencia|ideal seria|para (conhecer|encontrar)|gosto de|curto)',
      '(conhecer|conheceria|encontrar|encontraria)',
    ],
    fronted: [],
    people: people(
      'um|uma|o|a|dum|duma|num|numa|algum|alguma|nenhum|nenhuma|esse|essa|outro|outra',
      portugueseOne,
      portugueseMany,
      'alguem|parceiro|parceira|namorado|namorada|marido|esposa|companheiro|companheira',
    ),
    company: withCompany('com|ao lado de', 'um|uma|algum|alguma', portugueseOne),
    writer: [
      `(como|qual) [um|uma] [_] [_] (${portugueseOne})`,
      `(ser|sou|seja|tornar me|me tornar|sentir me|me sentir|virar) [como] [o|a|um|uma] [_] [_] (${portugueseOne})`,
    ],
  },
  fr: {
    verbs: [
      '(veux|veut|voulons|voulez|veulent|voulais|voulait|voulions|voulaient|voudrais|voudrait|voudrions|voudraient|veuille|voulu|voudrai|voulant|vouloir)',
      '(cherche|cherches|cherchons|cherchez|cherchent|cherchais|cherchait|cherchant|chercher|recherche|recherchons|recherchent|recherchais|recherchant|rechercher)',
      '(aimerais|jaimerais|jadorerais|jespere|jattends|jaime|aime|aimons|aimerait|aimerions|aimeraient|adorerais|adorerait|adorerions|plairait|plairaient|interesse|interessent)',
      '(souhaite|souhaites|souhaitons|souhaitent|souhaitais|souhaitait|souhaiterais|souhaiterait|souhaiterions|souhaitant|desire|desirons|desirent|desirais|desirerais|desirant|espere|esperons|esperais|esperant|attends|attendons|reve|revons|revais|prefere|preferons|prefererais|prefererait|preferais|manque)',
      '(j (ai|avais|aurais)|jai|javais|jaurais|ai) [_] (envie|besoin|hate)',
      '(en quete|a la recherche|envie|dans l espoir|dans lespoir|interesse|interessee|ouvert|ouverte|partant|partante|preference|preferablement|idealement|pour (rencontrer|connaitre|trouver)|l ideal|lideal|mon ideal)',
      '(rencontrer|rencontrerais|rencontrerait|faire la connaissance|connaitre)',
    ],
    fronted: [],
    people: people(
      'un|une|d un|d une|dun|dune|l|le|la|des|les|du|quelque|aucun|aucune|cet|cette|autre',
      frenchOne,
      frenchMany,
      'quelqu un|quelquun|compagnon|compagne|partenaire|lhomme',
    ),
    company: withCompany('avec|aupres d|aux cotes d', 'un|une', frenchOne),
    writer: [
      `(comme|en tant qu|en tant que|en) [un|une] [_] [_] (${frenchOne})`,
      `(etre|suis|sois|devenir|redevenir|me sentir) [le|la|un|une] [_] [_] (${frenchOne})`,
    ],
  },
  it: {
    verbs: [
      '(voglio|vuoi|vuole|vogliamo|volete|vogliono|volevo|voleva|volevamo|volevano|vorrei|vorresti|vorrebbe|vorremmo|vorrebbero|volli|volle|vorro|vorra|voglia|vogliano|volessi|volendo|volere)',
      '(cerco|cerchi|cerca|cerchiamo|cercano|cercavo|cercava|cercavamo|cercherei|cercando|cercare|cercasi|ricerco|ricerca|ricerchiamo)',
      '(piacerebbe|piacerebbero|piacesse|piacciono|interessa|interessano|interesserebbe|adorerei|amerei)',
      '(desidero|desidera|desideriamo|desiderano|desideravo|desidererei|desidererebbe|desiderando|desiderare|spero|spera|speriamo|speravo|sperando|aspetto|aspettiamo|sogno|sogna|sogniamo|sognavo|preferisco|preferisce|preferiamo|preferirei|preferirebbe|preferibilmente|idealmente|magari|manca|necessito)',
      '(alla ricerca|in cerca|voglia|bisogno|nella speranza|interessato|interessata|aperto|aperta|disposto|disposta|preferenza|ideale sarebbe|il mio ideale|per (conoscere|incontrare|trovare))',
      '(conoscere|conoscerei|incontrare|incontrerei|trovare|frequentare)',
    ],
    fronted: [],
    people: people(
      'un|uno|una|l|il|lo|la|dei|degli|delle|gli|le|qualche|nessun|nessuna|quel|quella|altro|altra',
      italianOne,
      italianMany,
      'qualcuno|qualcuna|compagno|compagna|fidanzato|fidanzata',
    ),
    company: withCompany('con|accanto a|insieme a', 'un|uno|una', italianOne),
    writer: [
      `(come|da) [un|uno|una] [_] [_] (${italianOne})`,
      `(essere|sono|sia|diventare|sentirmi) [il|la|un|uno|una] [_] [_] (${italianOne})`,
    ],
  },
};

const compiled = new Map<string, PhraseMatcher<WishSign> | null>();

/** null: the wishes of the language are not known. */
export function wishesOf(code: string): PhraseMatcher<WishSign> | null {
  const known = compiled.get(code);
  if (known !== undefined) return known;
  const table = Object.hasOwn(tables, code) ? tables[code]! : null;
  const made = table === null ? null : compile(table);
  compiled.set(code, made);
  return made;
}

function compile({ verbs, fronted, people: persons, company, writer }: Wishes): PhraseMatcher<WishSign> {
  const matcher = new PhraseMatcher<WishSign>();
  const lists = { verb: verbs, fronted, person: persons, company, writer } as const;
  for (const [sign, phrases] of Object.entries(lists) as [WishSign, readonly string[]][])
    for (const phrase of phrases) matcher.add(phrase, sign);
  return matcher;
}
