/**
 * Names of cities that the table lacks: short forms, English or local names, former names. `alias:
 * Name/COUNTRY[/admin]`.
 */
import { foldPlaceName } from './fold-place-name.ts';

const table = `
nyc, new york, ny, ny city, big apple: New York City/US
bronx, the bronx: The Bronx/US
bk, bklyn: Brooklyn/US
sf, san fran, frisco, bay area, sf bay area, san francisco bay area, the bay area, the bay: San Francisco/US
silicon valley: San Jose/US
la, l a, socal: Los Angeles/US
dc, d c, washington, washington dc, dc area, dmv: Washington, D.C./US
philly: Philadelphia/US
vegas: Las Vegas/US/NV
nola: New Orleans/US
atl: Atlanta/US
atx: Austin/US
htx: Houston/US
slc: Salt Lake City/US
pdx: Portland/US/OR
stl, st louis, saint louis: St. Louis/US/MO
st paul: Saint Paul/US/MN
kcmo, kc: Kansas City/US/MO
okc: Oklahoma City/US
mpls: Minneapolis/US
twin cities: Minneapolis/US
indy: Indianapolis/US
jax: Jacksonville/US/FL
cincy: Cincinnati/US
chi town, chitown: Chicago/US
nashvegas: Nashville/US/TN
cdmx, mexico df, ciudad de mexico, df: Mexico City/MX
yvr: Vancouver/CA
yyc: Calgary/CA
yeg: Edmonton/CA
mtl, montreal: Montréal/CA
quebec city, quebec, ville de quebec: Québec/CA
rio: Rio de Janeiro/BR
sampa: São Paulo/BR
bsas: Buenos Aires/AR
ldn: London/GB
brum: Birmingham/GB
mcr: Manchester/GB
newcastle, newcastle uk: Newcastle upon Tyne/GB
valencia: Valencia/ES
padua: Padova/IT
las palmas: Las Palmas de Gran Canaria/ES
patras: Pátra/GR
rhodes: Ródos/GR
klagenfurt: Klagenfurt am Wörthersee/AT
zaporizhzhia: Zaporizhia/UA
queenstown: Queenstown/NZ
gqeberha: Port Elizabeth/ZA
canterbury: Canterbury/GB
mantua: Mantova/IT
salamanca: Salamanca/ES
st andrews: Saint Andrews/GB
brest: Brest/FR
cadiz: Cadiz/ES
leon mexico: León de los Aldama/MX
st gallen, saint gallen: Sankt Gallen/CH
brizzy, brissy, brissie, bris vegas, brisvegas, bne: Brisbane/AU
melb, melbs: Melbourne/AU/VIC
radelaide: Adelaide/AU
joburg, jozi, jhb, joeys: Johannesburg/ZA
cpt, mother city: Cape Town/ZA
glesga: Glasgow/GB
embra: Edinburgh/GB
tdot, t dot, the six: Toronto/CA
vancity: Vancouver/CA
bkk: Bangkok/TH
hcmc, saigon, ho chi minh: Ho Chi Minh City/VN
kl: Kuala Lumpur/MY
hk: Hong Kong/HK
sg: Singapore/SG
dxb: Dubai/AE
blr, bangalore: Bengaluru/IN
bombay: Mumbai/IN
calcutta: Kolkata/IN
madras: Chennai/IN
poona: Pune/IN
gurugram: Gurgaon/IN
trivandrum: Thiruvananthapuram/IN
kochi, kochi kerala: Cochin/IN
killarney: Cill Airne/IE
peking: Beijing/CN
canton: Guangzhou/CN
xian: Xi’an/CN
kiev: Kyiv/UA
lvov: Lviv/UA
odesa: Odessa/UA
kharkov: Kharkiv/UA
dnepr: Dnipro/UA
gothenburg: Göteborg/SE
nuremberg: Nürnberg/DE
cologne, koeln: Köln/DE
munchen, muenchen, minga: Munich/DE
hanover: Hannover/DE
brunswick: Braunschweig/DE
frankfurt: Frankfurt am Main/DE
duesseldorf: Düsseldorf/DE
nuernberg: Nürnberg/DE
seville: Sevilla/ES
saragossa: Zaragoza/ES
la coruna, coruna: A Coruña/ES
palma de mallorca: Palma/ES
san sebastian, donostia: Donostia / San Sebastián/ES
bcn: Barcelona/ES
antwerp: Antwerpen/BE
ghent: Gent/BE
bruges: Brugge/BE
liege: Liège/BE
bruxelles, brussel: Brussels/BE
geneva, genf: Genève/CH
lucerne: Luzern/CH
zurich, zuerich: Zürich/CH
basle: Basel/CH
berne: Bern/CH
luxembourg city: Luxembourg/LU
den haag: The Hague/NL
ams, adam: Amsterdam/NL
cracow: Kraków/PL
danzig: Gdańsk/PL
breslau: Wrocław/PL
warszawa: Warsaw/PL
lisboa, lissabon, lisbonne: Lisbon/PT
oporto: Porto/PT
roma: Rome/IT
milano: Milan/IT
torino: Turin/IT
firenze: Florence/IT
venezia: Venice/IT
napoli: Naples/IT
genova: Genoa/IT
wien: Vienna/AT
praha: Prague/CZ
pilsen, plzen: Pilsen/CZ
bucuresti: Bucharest/RO
cluj: Cluj-Napoca/RO
beograd: Belgrade/RS
athina: Athens/GR
thessaloniki, salonika: Thessaloníki/GR
moskva: Moscow/RU
st petersburg, st petersburg russia: Saint Petersburg/RU
kobenhavn: Copenhagen/DK
aarhus: Århus/DK
helsingfors: Helsinki/FI
reykjavik: Reykjavík/IS
marrakech: Marrakesh/MA
fez: Fès/MA
casa: Casablanca/MA
tlv, tel aviv yafo: Tel Aviv/IL
bahrain, manama: Manama/BH
macao: Macau/MO
panama city: Panamá/PA
joburg, jozi, jhb, johannesburg: Johannesburg/ZA
cpt: Cape Town/ZA
melb: Melbourne/AU
syd: Sydney/AU
bris, brissie: Brisbane/AU
akl: Auckland/NZ
welly: Wellington/NZ
chch: Christchurch/NZ
cebu: Cebu City/PH
makati: Makati City/PH
quezon: Quezon City/PH
rangoon: Yangon/MM
pusan: Busan/KR
constantinople: Istanbul/TR
galway: Gaillimh/IE
limerick: Luimneach/IE
waterford ireland: Waterford/IE
derry, londonderry: Derry/GB
hull: Kingston upon Hull/GB
shoreditch, hoxton: Hackney/GB
kreuzberg: Berlin/DE
astana: Nur-Sultan/KZ
mysuru: Mysore/IN
penang: George Town/MY
bali: Denpasar/ID
goa: Panaji/IN
tenerife: Santa Cruz de Tenerife/ES
queretaro: Santiago de Querétaro/MX
ulaanbaatar: Ulan Bator/MN
cuzco: Cusco/PE
heraklion: Irákleion/GR
smyrna: İzmir/TR
izmir: İzmir/TR
chisinau, kishinev: Chisinau/MD
`;

export interface CityAlias {
  readonly name: string;
  readonly country: string;
  readonly admin: string | null;
}

/** By folded alias. */
export const cityAliases: ReadonlyMap<string, CityAlias> = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const colon = line.indexOf(': ');
      const [, name = '', country = '', admin] =
        /^(.*?)\/([A-Z]{2})(?:\/([A-Z0-9]+))?$/.exec(line.slice(colon + 2)) ?? [];
      return line
        .slice(0, colon)
        .split(',')
        .map((alias): [string, CityAlias] => [foldPlaceName(alias), { name, country, admin: admin ?? null }]);
    }),
);
