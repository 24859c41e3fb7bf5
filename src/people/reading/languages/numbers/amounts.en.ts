/** Words around amounts in English. */
import type { AmountWords } from '../amount-words.ts';
import { phraseSet, wordSet } from '../word-lists.ts';

export const englishAmounts: AmountWords = {
  touchingUnits: wordSet('in min s h y k m b d'),
  units: wordSet(
    '% gb tb mb kb ghz mhz hz mp mpx megapixel megapixels px dpi hp bhp kw kwh w watt watts v volt volts a amp amps mah ah wh ml cl dl l ltr liter liters litre litres gallon gallons cc ccm sqm sqft m2 ft2 cbm mph kmh bpm psi degrees degree percent pct rpm lumen lumens karat carat carats ct ply tog gsm fps nm oclock am inch inches',
  ),
  leads: wordSet(
    'for only just asking ask asked price priced pay pays paying budget max maximum min minimum about around approx under below above over want wants need take accept offer offers offering spend spending upto expect expecting expected salary base comp compensation ote ctc rate ticket tickets cheque cheques check checks raise raises raising firm fixed vb fp least most limit tops roughly circa ca invest invests write writes',
  ),
  leadsButToYears: wordSet(
    `at to of is be are round target total sale selling sell between and or than from now still up`,
  ),
  endings: wordSet('ono obo vb neg negotiable firm each ea apiece tops fixed max maximum cash'),
  labels: wordSet(
    'size sizes model version gen generation series type no nr number num room floor page part level grade year years class unit apartment zone tier age aged season chapter vol volume mk mark iso route exit seats sleeps fits holds uk eu',
  ),
  collectiveNouns: wordSet(
    'set sets pack packs team teams group groups box boxes pair lot bag bundle case crate crew staff class family party collection series sheet total',
  ),
  notCounted: wordSet(
    'for the a an or and but if is it to in at on with from per each ono obo firm cash only neg negotiable max min total incl including plus delivered posted shipped collected collection pickup pick delivery as all both no not can will i we you my our this that these needs includes comes works has was does gets ships makes looks fits sells goes means costs runs takes starts keeps wants seeks pays raises invests writes leads thanks perhaps always sometimes series plus less unless gross vs across is its his bonus basis yes us gas',
  ),
  irregularPlurals: wordSet('people men women children feet pcs staff pax'),
  nounsWithAmount: wordSet('checks cheques tickets rounds deals investments amounts salaries'),
  attributiveNouns: wordSet(
    'seater seat person bedroom bed bath bathroom door piece pc pack set way speed gear cylinder star string key page burner drawer shelf panel core port pin stroke cup row stage day week month part owner hand tier channel figure digit season player sided foot x st nd rd th axle room storey story',
  ),
  namesOfOne: wordSet('1 one a'),
  spacedLeads: wordSet(
    'for only asking ask price priced pay budget max maximum min around about ca circa under below over to from at is was paid cost costs done mileage $ € £',
  ),
  wholeUnits: wordSet('dollar dollars buck bucks euro euros pound pounds quid franc francs'),
  cents: wordSet('cent cents pence'),
  afterCents: wordSet('cent cents pence per a an each every for flat apiece at all'),
  fillings: phraseSet(
    'or more|or so|or over|and more|and so|and over|ish|odd|plus|full|solid|good|straight|whole|long|consecutive',
  ),
  joins: wordSet('and plus with'),
  authors: wordSet('me myself i'),
};
