/**
 * Names of great cities in other languages, as `name: Name/COUNTRY` with the gazetteer's name, and the
 * countries where a language is spoken. The gazetteer lacks these names, or has a small namesake ("Londres"
 * in Argentina, "Colonia" in New Jersey). A name counts in texts of its language alone.
 */
import { type CityAlias, cityAliases } from './city-aliases.ts';
import type { City } from './city-table.ts';
import { foldPlaceName } from './fold-place-name.ts';

const tables: Readonly<Record<string, string>> = {
  de: `mailand: Milan/IT; rom: Rome/IT; florenz: Florence/IT; venedig: Venice/IT; neapel: Naples/IT; turin: Turin/IT; genua: Genoa/IT; bozen: Bolzano/IT; meran: Merano/IT; brixen: Bressanone/IT; verona: Verona/IT; triest: Trieste/IT; padua: Padova/IT; moskau: Moscow/RU; sankt petersburg: Saint Petersburg/RU; prag: Prague/CZ; brunn: Brno/CZ; warschau: Warsaw/PL; krakau: Kraków/PL; posen: Poznań/PL; stettin: Szczecin/PL; brussel: Brussels/BE; antwerpen: Antwerpen/BE; lüttich: Liège/BE; brügge: Brugge/BE; kopenhagen: Copenhagen/DK; athen: Athens/GR; lissabon: Lisbon/PT; nizza: Nice/FR; strassburg: Strasbourg/FR; straßburg: Strasbourg/FR; mülhausen: Mulhouse/FR; bukarest: Bucharest/RO; hermannstadt: Sibiu/RO; belgrad: Belgrade/RS; laibach: Ljubljana/SI; agram: Zagreb/HR; peking: Beijing/CN; schanghai: Shanghai/CN; tokio: Tokyo/JP; singapur: Singapore/SG; kapstadt: Cape Town/ZA; kairo: Cairo/EG; algier: Algiers/DZ; havanna: Havana/CU; mexiko stadt: Mexico City/MX; sevilla: Sevilla/ES; saragossa: Zaragoza/ES; kiew: Kyiv/UA; lemberg: Lviv/UA; odessa: Odessa/UA; luxemburg: Luxembourg/LU; genf: Genève/CH; freiburg: Freiburg/DE; freiburg im breisgau: Freiburg/DE; freiburg i br: Freiburg/DE; halle: Halle (Saale)/DE; frankfurt: Frankfurt am Main/DE; neu delhi: New Delhi/IN; bombay: Mumbai/IN; jerusalem: Jerusalem/IL; teheran: Tehran/IR; damaskus: Damascus/SY; bagdad: Baghdad/IQ; den haag: The Hague/NL; nimwegen: Nijmegen/NL; danzig: Gdańsk/PL; breslau: Wrocław/PL; wilna: Vilnius/LT; reval: Tallinn/EE`,
  fr: `londres: London/GB; edimbourg: Edinburgh/GB; douvres: Dover/GB; cantorbery: Canterbury/GB; bruxelles: Brussels/BE; anvers: Antwerpen/BE; gand: Gent/BE; bruges: Brugge/BE; louvain: Leuven/BE; malines: Mechelen/BE; courtrai: Kortrijk/BE; geneve: Genève/CH; bale: Basel/CH; berne: Bern/CH; zurich: Zürich/CH; lucerne: Luzern/CH; fribourg: Fribourg/CH; soleure: Solothurn/CH; cologne: Köln/DE; munich: Munich/DE; hambourg: Hamburg/DE; francfort: Frankfurt am Main/DE; dusseldorf: Düsseldorf/DE; nuremberg: Nürnberg/DE; aix la chapelle: Aachen/DE; treves: Trier/DE; mayence: Mainz/DE; sarrebruck: Saarbrücken/DE; fribourg en brisgau: Freiburg/DE; brême: Bremen/DE; hanovre: Hannover/DE; dresde: Dresden/DE; leipzig: Leipzig/DE; berlin: Berlin/DE; vienne: Vienna/AT; salzbourg: Salzburg/AT; rome: Rome/IT; milan: Milan/IT; turin: Turin/IT; florence: Florence/IT; venise: Venice/IT; naples: Naples/IT; genes: Genoa/IT; bologne: Bologna/IT; palerme: Palermo/IT; verone: Verona/IT; pise: Pisa/IT; padoue: Padova/IT; sienne: Siena/IT; madrid: Madrid/ES; barcelone: Barcelona/ES; seville: Sevilla/ES; valence: Valencia/ES; saragosse: Zaragoza/ES; grenade: Granada/ES; cordoue: Córdoba/ES; cadix: Cádiz/ES; saint sebastien: Donostia / San Sebastián/ES; lisbonne: Lisbon/PT; porto: Porto/PT; la haye: The Hague/NL; amsterdam: Amsterdam/NL; copenhague: Copenhagen/DK; stockholm: Stockholm/SE; varsovie: Warsaw/PL; cracovie: Kraków/PL; gdansk: Gdańsk/PL; prague: Prague/CZ; bucarest: Bucharest/RO; athenes: Athens/GR; thessalonique: Thessaloníki/GR; moscou: Moscow/RU; saint petersbourg: Saint Petersburg/RU; kiev: Kyiv/UA; odessa: Odessa/UA; pekin: Beijing/CN; shanghai: Shanghai/CN; tokyo: Tokyo/JP; singapour: Singapore/SG; le caire: Cairo/EG; alexandrie: Alexandria/EG; alger: Algiers/DZ; tunis: Tunis/TN; tanger: Tangier/MA; marrakech: Marrakesh/MA; fes: Fès/MA; le cap: Cape Town/ZA; mexico: Mexico City/MX; la havane: Havana/CU; la nouvelle orleans: New Orleans/US; new york: New York City/US; philadelphie: Philadelphia/US; beyrouth: Beirut/LB; jerusalem: Jerusalem/IL; damas: Damascus/SY; teheran: Tehran/IR; montreal: Montréal/CA; quebec: Québec/CA; luxembourg: Luxembourg/LU; belgrade: Belgrade/RS; dublin: Dublin/IE; tours: Tours/FR; nice: Nice/FR; nancy: Nancy/FR; angers: Angers/FR; orange: Orange/FR; vannes: Vannes/FR`,
  es: `londres: London/GB; edimburgo: Edinburgh/GB; paris: Paris/FR; burdeos: Bordeaux/FR; marsella: Marseille/FR; niza: Nice/FR; tolosa: Toulouse/FR; estrasburgo: Strasbourg/FR; perpiñan: Perpignan/FR; bayona: Bayonne/FR; bruselas: Brussels/BE; amberes: Antwerpen/BE; brujas: Brugge/BE; gante: Gent/BE; ginebra: Genève/CH; basilea: Basel/CH; berna: Bern/CH; zurich: Zürich/CH; colonia: Köln/DE; berlin: Berlin/DE; munich: Munich/DE; hamburgo: Hamburg/DE; francfort: Frankfurt am Main/DE; fráncfort del meno: Frankfurt am Main/DE; nuremberg: Nürnberg/DE; dresde: Dresden/DE; bremen: Bremen/DE; friburgo: Freiburg/DE; aquisgran: Aachen/DE; maguncia: Mainz/DE; treveris: Trier/DE; viena: Vienna/AT; salzburgo: Salzburg/AT; roma: Rome/IT; milan: Milan/IT; turin: Turin/IT; florencia: Florence/IT; venecia: Venice/IT; napoles: Naples/IT; genova: Genoa/IT; bolonia: Bologna/IT; padua: Padova/IT; lisboa: Lisbon/PT; oporto: Porto/PT; la haya: The Hague/NL; amsterdam: Amsterdam/NL; copenhague: Copenhagen/DK; estocolmo: Stockholm/SE; varsovia: Warsaw/PL; cracovia: Kraków/PL; praga: Prague/CZ; bucarest: Bucharest/RO; atenas: Athens/GR; moscu: Moscow/RU; san petersburgo: Saint Petersburg/RU; kiev: Kyiv/UA; pekin: Beijing/CN; tokio: Tokyo/JP; singapur: Singapore/SG; el cairo: Cairo/EG; argel: Algiers/DZ; tunez: Tunis/TN; tanger: Tangier/MA; ciudad del cabo: Cape Town/ZA; nueva york: New York City/US; nueva orleans: New Orleans/US; filadelfia: Philadelphia/US; jerusalen: Jerusalem/IL; la habana: Havana/CU; estambul: Istanbul/TR; belgrado: Belgrade/RS; dublin: Dublin/IE; ciudad de mexico: Mexico City/MX; cdmx: Mexico City/MX; nueva delhi: New Delhi/IN; san sebastian: Donostia / San Sebastián/ES; gerona: Girona/ES; lerida: Lleida/ES; santiago de compostela: Santiago de Compostela/ES; la coruña: A Coruña/ES; orense: Ourense/ES; pamplona: Pamplona/ES; leon: León/ES; cordoba: Córdoba/ES; bombay: Mumbai/IN`,
  pt: `londres: London/GB; edimburgo: Edinburgh/GB; paris: Paris/FR; bordeus: Bordeaux/FR; marselha: Marseille/FR; nice: Nice/FR; estrasburgo: Strasbourg/FR; bruxelas: Brussels/BE; antuerpia: Antwerpen/BE; bruges: Brugge/BE; genebra: Genève/CH; basileia: Basel/CH; berna: Bern/CH; zurique: Zürich/CH; lausana: Lausanne/CH; colonia: Köln/DE; berlim: Berlin/DE; munique: Munich/DE; hamburgo: Hamburg/DE; frankfurt: Frankfurt am Main/DE; francoforte: Frankfurt am Main/DE; nuremberga: Nürnberg/DE; viena: Vienna/AT; roma: Rome/IT; milao: Milan/IT; turim: Turin/IT; florenca: Florence/IT; veneza: Venice/IT; napoles: Naples/IT; genova: Genoa/IT; bolonha: Bologna/IT; madrid: Madrid/ES; madri: Madrid/ES; barcelona: Barcelona/ES; sevilha: Sevilla/ES; saragoca: Zaragoza/ES; corunha: A Coruña/ES; valencia: Valencia/ES; haia: The Hague/NL; amsterda: Amsterdam/NL; amesterdao: Amsterdam/NL; copenhaga: Copenhagen/DK; copenhague: Copenhagen/DK; estocolmo: Stockholm/SE; varsovia: Warsaw/PL; cracovia: Kraków/PL; praga: Prague/CZ; bucareste: Bucharest/RO; atenas: Athens/GR; moscou: Moscow/RU; moscovo: Moscow/RU; sao petersburgo: Saint Petersburg/RU; kiev: Kyiv/UA; pequim: Beijing/CN; xangai: Shanghai/CN; toquio: Tokyo/JP; singapura: Singapore/SG; cairo: Cairo/EG; argel: Algiers/DZ; tunes: Tunis/TN; cidade do cabo: Cape Town/ZA; nova york: New York City/US; nova iorque: New York City/US; filadelfia: Philadelphia/US; jerusalem: Jerusalem/IL; havana: Havana/CU; istambul: Istanbul/TR; belgrado: Belgrade/RS; dublim: Dublin/IE; cidade do mexico: Mexico City/MX; buenos aires: Buenos Aires/AR; lagos: Lagos/PT; montevideu: Montevideo/UY; bogota: Bogotá/CO; luanda: Luanda/AO; maputo: Maputo/MZ; santiago: Santiago/CL; rio: Rio de Janeiro/BR; sampa: São Paulo/BR; bh: Belo Horizonte/BR; floripa: Florianópolis/BR; poa: Porto Alegre/BR; nova deli: New Delhi/IN`,
  it: `londra: London/GB; edimburgo: Edinburgh/GB; parigi: Paris/FR; lione: Lyon/FR; marsiglia: Marseille/FR; nizza: Nice/FR; tolosa: Toulouse/FR; strasburgo: Strasbourg/FR; bordò: Bordeaux/FR; bruxelles: Brussels/BE; anversa: Antwerpen/BE; gand: Gent/BE; bruges: Brugge/BE; ginevra: Genève/CH; basilea: Basel/CH; berna: Bern/CH; zurigo: Zürich/CH; losanna: Lausanne/CH; lucerna: Luzern/CH; san gallo: Sankt Gallen/CH; colonia: Köln/DE; berlino: Berlin/DE; monaco di baviera: Munich/DE; monaco: Munich/DE; amburgo: Hamburg/DE; francoforte: Frankfurt am Main/DE; norimberga: Nürnberg/DE; stoccarda: Stuttgart/DE; lipsia: Leipzig/DE; dresda: Dresden/DE; brema: Bremen/DE; friburgo: Freiburg/DE; vienna: Vienna/AT; salisburgo: Salzburg/AT; madrid: Madrid/ES; barcellona: Barcelona/ES; siviglia: Sevilla/ES; saragozza: Zaragoza/ES; valencia: Valencia/ES; granada: Granada/ES; lisbona: Lisbon/PT; oporto: Porto/PT; l aia: The Hague/NL; aia: The Hague/NL; copenaghen: Copenhagen/DK; stoccolma: Stockholm/SE; varsavia: Warsaw/PL; cracovia: Kraków/PL; danzica: Gdańsk/PL; praga: Prague/CZ; bucarest: Bucharest/RO; atene: Athens/GR; salonicco: Thessaloníki/GR; mosca: Moscow/RU; san pietroburgo: Saint Petersburg/RU; kiev: Kyiv/UA; leopoli: Lviv/UA; odessa: Odessa/UA; pechino: Beijing/CN; tokyo: Tokyo/JP; singapore: Singapore/SG; il cairo: Cairo/EG; algeri: Algiers/DZ; tunisi: Tunis/TN; citta del capo: Cape Town/ZA; new york: New York City/US; nuova york: New York City/US; filadelfia: Philadelphia/US; gerusalemme: Jerusalem/IL; l avana: Havana/CU; avana: Havana/CU; istanbul: Istanbul/TR; belgrado: Belgrade/RS; lubiana: Ljubljana/SI; fiume: Rijeka/HR; spalato: Split/HR; zagabria: Zagreb/HR; dublino: Dublin/IE; citta del messico: Mexico City/MX; nuova delhi: New Delhi/IN; mantova: Mantova/IT; padova: Padova/IT; reggio emilia: Reggio nell'Emilia/IT; reggio calabria: Reggio Calabria/IT; bolzano: Bolzano/IT; trento: Trento/IT; lussemburgo: Luxembourg/LU`,
};

const byLanguage: ReadonlyMap<string, ReadonlyMap<string, CityAlias>> = new Map(
  Object.entries(tables).map(([language, table]) => [
    language,
    new Map(
      table.split('; ').map((row): [string, CityAlias] => {
        const [exonym = '', meant = ''] = row.split(': ');
        const [, name = '', country = ''] = /^(.*)\/([A-Z]{2})$/.exec(meant) ?? [];
        // "Genève" is named by the alias of a name that the gazetteer does not have.
        const alias = cityAliases.get(foldPlaceName(name));
        return [
          foldPlaceName(exonym),
          { name: alias?.country === country ? alias.name : name, country, admin: null },
        ];
      }),
    ),
  ]),
);

export function exonymIn(language: string, name: string): CityAlias | null {
  return byLanguage.get(language)?.get(foldPlaceName(name)) ?? null;
}

/** Countries by language; cities of the first come before larger ones of the others. */
const homes: Readonly<Record<string, readonly string[]>> = {
  de: ['DE', 'AT', 'CH', 'LI', 'LU'],
  fr: ['FR', 'BE', 'CH', 'LU', 'CA', 'MC', 'SN', 'CI', 'CM', 'MA', 'TN', 'DZ', 'MG'],
  es: [
    'ES',
    'MX',
    'CO',
    'AR',
    'PE',
    'VE',
    'CL',
    'EC',
    'GT',
    'CU',
    'BO',
    'DO',
    'HN',
    'PY',
    'SV',
    'NI',
    'CR',
    'PA',
    'UY',
    'PR',
  ],
  pt: ['PT', 'BR', 'AO', 'MZ', 'CV'],
  it: ['IT', 'CH', 'SM', 'VA'],
};

export const homesOf = (language: string): readonly string[] => homes[language] ?? [];

/**
 * The largest ratio of populations at which a namesake wins over a city abroad, or in another country of the
 * language.
 */
const TIMES_ABROAD = 20;
const TIMES_AT_HOME = 3;

/** A city of the same name in a country of the language, unless the other is much larger. */
export function homeNamesake(countries: readonly string[], named: readonly City[], found: City): City {
  const most = countries.includes(found.country) ? TIMES_AT_HOME : TIMES_ABROAD;
  const preferred = countries.includes(found.country) ? countries.slice(0, 1) : countries;
  const namesake = named.find(({ country }) => preferred.includes(country));
  return namesake !== undefined && namesake.population * most >= found.population ? namesake : found;
}
